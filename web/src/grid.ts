// Rows by place, to find the one below the mouse.

import type { Frame } from "./frame";

export class Grid {
  private readonly side: number;
  private readonly starts: Uint32Array;
  private readonly rows: Uint32Array;
  private readonly low: [number, number];
  private readonly step: [number, number];

  constructor(private readonly x: Float32Array, private readonly y: Float32Array) {
    const n = x.length;
    this.side = Math.min(512, Math.max(8, Math.ceil(Math.sqrt(n / 4))));
    const [left, right] = span(x);
    const [bottom, top] = span(y);
    this.low = [left, bottom];
    this.step = [(right - left) / this.side || 1, (top - bottom) / this.side || 1];
    this.starts = new Uint32Array(this.side * this.side + 1);
    const cells = new Uint32Array(n);
    for (let row = 0; row < n; row++) {
      cells[row] = this.cell(x[row], 0) + this.side * this.cell(y[row], 1);
      this.starts[cells[row] + 1] += 1;
    }
    for (let i = 1; i < this.starts.length; i++) this.starts[i] += this.starts[i - 1];
    const next = this.starts.slice();
    this.rows = new Uint32Array(n);
    for (let row = 0; row < n; row++) this.rows[next[cells[row]]++] = row;
  }

  /** The row nearest to a place on the screen, if one is within `reach` pixels. */
  nearest(frame: Frame, px: number, py: number, reach: number): number | null {
    let best: number | null = null;
    let least = reach * reach;
    this.visit(frame, px, py, reach, (row, distance) => {
      if (distance <= least) [best, least] = [row, distance];
    });
    return best;
  }

  /** All rows within `reach` pixels. */
  within(frame: Frame, px: number, py: number, reach: number): number[] {
    const rows: number[] = [];
    this.visit(frame, px, py, reach, (row, distance) => {
      if (distance <= reach * reach) rows.push(row);
    });
    return rows;
  }

  private visit(frame: Frame, px: number, py: number, reach: number, see: (row: number, distance: number) => void): void {
    const [x1, y1] = frame.to_data(px - reach, py - reach);
    const [x2, y2] = frame.to_data(px + reach, py + reach);
    const [left, right] = [this.cell(Math.min(x1, x2), 0), this.cell(Math.max(x1, x2), 0)];
    const [bottom, top] = [this.cell(Math.min(y1, y2), 1), this.cell(Math.max(y1, y2), 1)];
    for (let j = bottom; j <= top; j++) {
      const end = this.starts[right + this.side * j + 1];
      for (let k = this.starts[left + this.side * j]; k < end; k++) {
        const row = this.rows[k];
        const [qx, qy] = [this.x[row] * frame.sx + frame.ox - px, this.y[row] * frame.sy + frame.oy - py];
        see(row, qx * qx + qy * qy);
      }
    }
  }

  private cell(value: number, axis: 0 | 1): number {
    const cell = Math.floor((value - this.low[axis]) / this.step[axis]);
    return cell > 0 ? Math.min(cell, this.side - 1) : 0;
  }
}

function span(values: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}
