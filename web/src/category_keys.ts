// Which key gives which category, and how rows on the map say their category.

const MOST = 9;
const MARK = 2;

/** The key of a category: its name, if all names are digits; otherwise 1 … 9 for the first nine. */
export function key_of(categories: string[], index: number): string | null {
  if (categories.every((name) => /^[0-9]$/.test(name))) return categories[index] ?? null;
  return index < MOST && index in categories ? String(index + 1) : null;
}

/** The category that a key gives. */
export function keyed(categories: string[], key: string): number | undefined {
  if (!/^[0-9]$/.test(key)) return undefined;
  const at = categories.findIndex((_, index) => key_of(categories, index) === key);
  return at < 0 ? undefined : at;
}

/** What stands beside a labelled row: the name, if all are short, or the number of the category. */
export function mark_of(categories: string[], index: number): string {
  return categories.every((name) => name.length <= MARK) ? (categories[index] ?? "") : String(index + 1);
}
