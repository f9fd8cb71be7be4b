"""Where the rows lie: each back end turns blocks of rows into summaries."""
