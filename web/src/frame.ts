// From the data to the screen and back: a scale and an offset for each axis, in pixels of the screen.

const SAMPLE = 4000;
const OUTSIDE = 0.002;
const WIDE = 1.6;
const PADDING = 34;
const NEAREST = 2000;

export class Frame {
  sx = 1; ox = 0; sy = -1; oy = 0;
  zoom = 1;

  to_screen(x: number, y: number): [number, number] {
    return [x * this.sx + this.ox, y * this.sy + this.oy];
  }

  to_data(px: number, py: number): [number, number] {
    return [(px - this.ox) / this.sx, (py - this.oy) / this.sy];
  }

  /** Show all points; a few far outliers may lie beyond the edge. */
  fit(x: Float32Array, y: Float32Array, width: number, height: number): void {
    const [left, right] = extent(x);
    const [low, high] = extent(y);
    this.sx = Math.max(width - 2 * PADDING, 40) / (right - left);
    this.sy = -Math.max(height - 2 * PADDING, 40) / (high - low);
    this.ox = width / 2 - (this.sx * (left + right)) / 2;
    this.oy = height / 2 - (this.sy * (low + high)) / 2;
    this.zoom = 1;
  }

  /** Show a picture, whole and undistorted. */
  fit_picture(columns: number, rows: number, width: number, height: number): void {
    const scale = Math.min(width / columns, height / rows) * 0.98;
    this.sx = this.sy = scale;
    this.ox = (width - columns * scale) / 2;
    this.oy = (height - rows * scale) / 2;
    this.zoom = 1;
  }

  pan(dx: number, dy: number): void {
    this.ox += dx;
    this.oy += dy;
  }

  /** Zoom so that what is at (px, py) stays there. */
  zoom_at(factor: number, px: number, py: number): void {
    const own = Math.min(Math.max(this.zoom * factor, 0.2), NEAREST) / this.zoom;
    this.zoom *= own;
    this.sx *= own;
    this.sy *= own;
    this.ox = px + (this.ox - px) * own;
    this.oy = py + (this.oy - py) * own;
  }

  /** Move as little as needed for a point to be seen. */
  reveal(x: number, y: number, width: number, height: number): boolean {
    const [px, py] = this.to_screen(x, y);
    if (px >= 12 && px <= width - 12 && py >= 12 && py <= height - 12) return false;
    this.pan(width / 2 - px, height / 2 - py);
    return true;
  }
}

function extent(values: Float32Array): [number, number] {
  const step = Math.max(1, Math.floor(values.length / SAMPLE));
  const sample: number[] = [];
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    if (i % step === 0) sample.push(value);
  }
  if (sample.length === 0) return [-1, 1];
  sample.sort((a, b) => a - b);
  const low = sample[Math.floor(OUTSIDE * (sample.length - 1))];
  const high = sample[Math.ceil((1 - OUTSIDE) * (sample.length - 1))];
  if (most - least > WIDE * (high - low) && high > low) [least, most] = [low, high];
  return most > least ? [least, most] : [least - 0.5, least + 0.5];
}
