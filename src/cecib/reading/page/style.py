"""How the page looks: light, dark, and on paper."""

# Wong's palette for the colour-blind, lighter where the page is dark.
_LIGHT = ["#0072B2", "#C98500", "#009E73", "#D55E00", "#3C9AD0", "#B55B8D", "#7F6A00", "#5B4B8A", "#7A7A7A", "#9C3848"]
_DARK = ["#4FA8E0", "#F0B83C", "#3CC79C", "#FF8A4C", "#8CCEF5", "#E59BC4", "#C9B340", "#A493E0", "#B5B5B5", "#E07A8C"]


def _palette(colours: list[str]) -> str:
    return " ".join(f"--c{i}: {colour};" for i, colour in enumerate(colours))


STYLE = f"""
:root {{ color-scheme: light dark; --ink: #1b1b1b; --soft: #5a5a5a; --paper: #ffffff; --line: #d8d8d8; --alarm: #b00020;
  {_palette(_LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #ececec; --soft: #a8a8a8; --paper: #16181b; --line: #3a3d42;
  --alarm: #ff6b7d; {_palette(_DARK)} }} }}
body {{ font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }}
main {{ max-width: 60rem; margin: 0 auto; padding: 1.4rem 1rem 4rem; }}
h1 {{ font-size: 1.6rem; margin: 0 0 .6rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1.2rem; margin: 2.4rem 0 .6rem; padding-top: .7rem; border-top: 1px solid var(--line); }}
p {{ margin: .5rem 0; overflow-wrap: anywhere; }}
.verdict {{ font-size: 1.15rem; }}
.note, figcaption, small {{ color: var(--soft); font-size: .86rem; }}
figure {{ margin: .8rem 0; }}
svg {{ width: 100%; height: auto; display: block; }}
figure.small svg {{ max-width: 35rem; }}
svg text {{ font: 13px system-ui, sans-serif; fill: var(--ink); }}
svg text.small {{ font-size: 11px; fill: var(--soft); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }}
svg text.name {{ font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }}
.dot {{ fill: none; stroke-width: 3.2; stroke-linecap: round; stroke-opacity: .55; }}
.ring {{ fill: none; stroke-width: 1.8; }}
.ring.new {{ stroke-dasharray: 7 4; }}
.label {{ stroke: var(--ink); stroke-width: 1.1; }}
.cross {{ stroke: var(--alarm); stroke-width: 2.4; fill: none; }}
.curve {{ fill: none; stroke: var(--soft); stroke-width: 1.4; }}
.branch {{ fill: none; stroke: var(--ink); stroke-width: 1.4; }} .branch.across {{ stroke-dasharray: 5 3; }}
.mark {{ fill: var(--paper); stroke: var(--ink); stroke-width: 1.6; }}
.mark.chosen {{ fill: var(--ink); }}
{" ".join(f".dot.c{i}, .ring.c{i} {{ stroke: var(--c{i}); }}" for i in range(10))}
{" ".join(f".label.c{i}, .sign .c{i} {{ fill: var(--c{i}); }}" for i in range(10))}
.sign {{ display: inline-block; width: .75em; margin-right: .4em; vertical-align: baseline; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }}
table.wide, table.facts {{ width: 100%; }}
th, td {{ padding: .28rem .6rem .28rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }}
.facts td:first-child {{ white-space: nowrap; color: var(--soft); }} .facts thead {{ display: none; }}
code {{ font-size: .86rem; overflow-wrap: anywhere; }}
@media (max-width: 44rem) {{ svg text {{ font-size: 22px; }} svg text.small {{ font-size: 18px; }}
  .label {{ r: 6px; }} .dot {{ stroke-width: 5; }} }}
@media print {{
  :root {{ --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --alarm: #b00020; {_palette(_LIGHT)} }}
  body {{ font-size: 11pt; }} main {{ max-width: none; padding: 0; }}
  section {{ break-inside: avoid-page; }} .scroll {{ overflow: visible; }} tr {{ break-inside: avoid; }}
}}
"""
