// The rows that are chosen, and the polygon that chose them if it was one.

export type Mode = "replace" | "add" | "remove";

/** Shift adds, Alt removes. */
export const mode_of = (event: { shiftKey: boolean; altKey: boolean }): Mode =>
  event.altKey ? "remove" : event.shiftKey ? "add" : "replace";

export class Selection {
  chosen = new Uint8Array(0);
  size = 0;
  polygon: [number, number][] | null = null;

  resize(n: number): void {
    this.chosen = new Uint8Array(n);
    this.size = 0;
    this.polygon = null;
  }

  clear(): void {
    this.chosen.fill(0);
    this.size = 0;
    this.polygon = null;
  }

  /** Choose rows in place of, beside or out of those that are chosen. */
  take(rows: Iterable<number>, mode: Mode, polygon: [number, number][] | null = null): void {
    if (mode === "replace") this.clear();
    this.polygon = mode === "replace" ? polygon : null;
    const value = mode === "remove" ? 0 : 1;
    for (const row of rows) {
      if (this.chosen[row] !== value) {
        this.chosen[row] = value;
        this.size += value === 1 ? 1 : -1;
      }
    }
  }

  rows(): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.chosen.length; row++) if (this.chosen[row]) rows.push(row);
    return rows;
  }
}
