// A loop drawn by hand, and the rows in it.

import type { Frame } from "./frame";

const SPACING = 3;
const MOST_CORNERS = 2000;

export class Lasso {
  /** Corners, in pixels of the screen. */
  readonly path: [number, number][] = [];
  private length = 0;

  add(px: number, py: number): void {
    const last = this.path.at(-1);
    const step = last === undefined ? Infinity : Math.hypot(px - last[0], py - last[1]);
    if (step < SPACING || this.path.length >= MOST_CORNERS) return;
    if (last !== undefined) this.length += step;
    this.path.push([px, py]);
  }

  /** A loop so short is a click. */
  get is_click(): boolean {
    return this.length < 2 * SPACING;
  }

  /** The corners in the units of the data. */
  polygon(frame: Frame): [number, number][] {
    return this.path.map(([px, py]) => frame.to_data(px, py));
  }

  /** Rows inside: the loop is filled on a canvas, then each point asks its pixel. */
  rows(x: Float32Array, y: Float32Array, frame: Frame, width: number, height: number): number[] {
    const [w, h] = [Math.ceil(width), Math.ceil(height)];
    const canvas = document.createElement("canvas");
    canvas.width = w;
    canvas.height = h;
    const pen = canvas.getContext("2d", { willReadFrequently: true })!;
    pen.beginPath();
    this.path.forEach(([px, py], i) => (i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py)));
    pen.closePath();
    pen.fill("evenodd");
    const inside = new Uint32Array(pen.getImageData(0, 0, w, h).data.buffer);
    const rows: number[] = [];
    for (let row = 0; row < x.length; row++) {
      const px = x[row] * frame.sx + frame.ox;
      const py = y[row] * frame.sy + frame.oy;
      if (px >= 0 && px < w && py >= 0 && py < h && inside[(py | 0) * w + (px | 0)] >>> 31) rows.push(row);
    }
    return rows;
  }
}
