// The points in the order in which they are painted, and the painting: no canvas call per point, only numbers.

import type { Frame } from "./frame";
import { DIM, LABELLED, look_of, PALE_STEPS, SELECTED, type Grain, type Sprites } from "./sprites";
import type { Store } from "./store";

/** Around the buffer, so that points at the edge need no check. */
export const MARGIN = 32;
const LAYERS = 4;
const EDGE = 16;
const STRIPE = 8;
/** From so many on points have hard rims, and then no shape. */
const [HARD, SQUARE] = [30_000, 400_000];

export const grain_for = (n: number): Grain => (n <= HARD ? "soft" : n <= SQUARE ? "hard" : "square");

/** Radius in pixels of the screen for n points, at a zoom. */
export function radius_for(n: number, zoom: number): number {
  const steps: [number, number][] = [[1_500, 4.6], [6_000, 3.8], [25_000, 3], [120_000, 2.1], [400_000, 1.5]];
  const whole = steps.find(([most]) => n <= most)?.[1] ?? 1;
  return Math.min(whole * Math.max(1, zoom) ** 0.4, 6.5);
}

export class Points {
  private x = new Float32Array(0);
  private y = new Float32Array(0);
  private look = new Uint32Array(0);
  private most_look = 0;
  /** Where those begin that are labelled or chosen. */
  private first_marked = 0;
  size = 0;

  /** Put rows in order: what is dimmed below, what is labelled and chosen above. */
  arrange(store: Store): void {
    const n = Math.min(store.x.length, store.clusters.length);
    if (this.x.length !== n) {
      this.x = new Float32Array(n);
      this.y = new Float32Array(n);
      this.look = new Uint32Array(n);
    }
    const { clusters, certainty, labels, isolated, signs } = store;
    const { chosen } = store.selection;
    const looks = new Uint32Array(n);
    const layers = new Uint8Array(n);
    const starts = new Int32Array(LAYERS + 1);
    let most = 0;
    for (let row = 0; row < n; row++) {
      const marks = (labels[row] >= 0 ? LABELLED : 0) | (chosen[row] ? SELECTED : 0);
      const is_dim = isolated !== null && clusters[row] !== isolated;
      const pale = ((255 - certainty[row]) * PALE_STEPS) >> 8;
      looks[row] = is_dim ? look_of(0, 0, DIM | (marks & SELECTED)) : look_of(signs[clusters[row]] ?? clusters[row], pale, marks);
      if (looks[row] > most) most = looks[row];
      layers[row] = marks & SELECTED ? 3 : is_dim ? 0 : marks & LABELLED ? 2 : 1;
      starts[layers[row] + 1] += 1;
    }
    for (let layer = 1; layer < LAYERS; layer++) starts[layer] += starts[layer - 1];
    for (let row = 0; row < n; row++) {
      const at = starts[layers[row]]++;
      this.x[at] = store.x[row];
      this.y[at] = store.y[row];
      this.look[at] = looks[row];
    }
    this.size = n;
    this.first_marked = starts[1];
    this.most_look = most;
  }

  /** Paint into a buffer of width × height pixels with a margin all around. */
  paint(buffer: Uint32Array, width: number, height: number, frame: Frame, ratio: number, sprites: Sprites): void {
    const onto: Surface = {
      buffer, right: width + 2 * MARGIN - EDGE, bottom: height + 2 * MARGIN - EDGE,
      sx: frame.sx * ratio, ox: frame.ox * ratio + MARGIN, sy: frame.sy * ratio, oy: frame.oy * ratio + MARGIN,
    };
    const plain = sprites.grain === "square" ? this.first_marked : 0;
    this.paint_squares(onto, sprites, plain);
    this.paint_sprites(onto, sprites, plain);
  }

  private paint_squares(onto: Surface, sprites: Sprites, end: number): void {
    if (end === 0) return;
    const { x, y, look } = this;
    const { buffer, right, bottom, sx, ox, sy, oy } = onto;
    const { stride, side } = sprites;
    const colours = sprites.colours(this.most_look);
    const hatched = sprites.hatched(this.most_look);
    for (let i = 0; i < end; i++) {
      const px = x[i] * sx + ox;
      const py = y[i] * sy + oy;
      if (!(px >= EDGE && px < right && py >= EDGE && py < bottom)) continue;
      const left = px | 0;
      const top = py | 0;
      if (hatched[look[i]] && (left + top) % STRIPE < 3) continue;
      const colour = colours[look[i]];
      let place = top * stride + left;
      for (let j = 0; j < side; j++, place += stride) for (let k = 0; k < side; k++) buffer[place + k] = colour;
    }
  }

  private paint_sprites(onto: Surface, sprites: Sprites, start: number): void {
    const { x, y, look, size } = this;
    const { buffer, right, bottom, sx, ox, sy, oy } = onto;
    const { stride } = sprites;
    for (let i = start; i < size; i++) {
      const px = x[i] * sx + ox;
      const py = y[i] * sy + oy;
      if (!(px >= EDGE && px < right && py >= EDGE && py < bottom)) continue;
      const { at, colour, rim, red_blue, green, rest } = sprites.get(look[i]);
      const place = (py | 0) * stride + (px | 0);
      for (let k = 0; k < at.length; k++) buffer[place + at[k]] = colour[k];
      for (let k = 0; k < rim.length; k++) {
        const below = buffer[place + rim[k]];
        const stays = rest[k];
        buffer[place + rim[k]] =
          0xff000000 |
          (((red_blue[k] + (below & 0xff00ff) * stays) >>> 8) & 0xff00ff) |
          (((green[k] + (below & 0xff00) * stays) >>> 8) & 0xff00);
      }
    }
  }
}

interface Surface { buffer: Uint32Array; right: number; bottom: number; sx: number; ox: number; sy: number; oy: number }
