// What is drawn above the rows: axes, numbers of clusters, the loop, the cursor, digits of labels.

import { mark_of } from "./category_keys";
import type { Lasso } from "./lasso";
import type { Stage } from "./stage";
import type { Store } from "./store";
import { css, type Theme } from "./theme";
import { brief, named, short } from "./words";

const FONT = "system-ui, sans-serif";
const MOST_DIGITS = 300;

export interface Moving { lasso: Lasso | null; brush: [number, number] | null; disc: number }

export class Overlay {
  private centres: [number, number, number][] = [];
  private labelled: number[] = [];

  constructor(
    private readonly store: Store, private readonly stage: Stage, private readonly theme: () => Theme,
    private readonly moving: Moving,
  ) {
    store.on(["positions", "partition"], () => this.centre());
    store.on("labels", () => this.gather());
    store.on(["cursor", "findings", "overlay"], () => stage.refresh());
    stage.draw_above = (pen) => this.draw(pen);
  }

  private draw(pen: CanvasRenderingContext2D): void {
    const { store } = this;
    if (!store.is_picture) {
      this.axes(pen);
      this.digits(pen);
    }
    this.numbers(pen);
    this.crosses(pen);
    this.cursor(pen);
    this.loop(pen);
  }

  /** Means of the clusters in this view. */
  private centre(): void {
    const { store } = this;
    const k = store.partition?.clusters.reduce((most, one) => Math.max(most, one.id + 1), 0) ?? 0;
    const sums = new Float64Array(3 * k);
    const width = store.session?.picture?.width ?? 1;
    const n = store.is_picture ? store.clusters.length : Math.min(store.x.length, store.clusters.length);
    for (let row = 0; row < n; row++) {
      const x = store.is_picture ? (row % width) + 0.5 : store.x[row];
      const y = store.is_picture ? Math.floor(row / width) + 0.5 : store.y[row];
      const at = 3 * store.clusters[row];
      if (at >= sums.length || !Number.isFinite(x + y)) continue;
      sums[at] += x;
      sums[at + 1] += y;
      sums[at + 2] += 1;
    }
    this.centres = [];
    for (let c = 0; c < k; c++) {
      if (sums[3 * c + 2] > 0) this.centres.push([c, sums[3 * c] / sums[3 * c + 2], sums[3 * c + 1] / sums[3 * c + 2]]);
    }
    if (store.is_picture) this.settle(width);
    this.stage.refresh();
  }

  /** In a picture the mean of a cluster may lie in another: its number goes to the pixel nearest to the mean. */
  private settle(width: number): void {
    const { clusters } = this.store;
    const at: number[] = [];
    this.centres.forEach(([cluster], i) => (at[cluster] = i));
    const least = this.centres.map(() => Infinity);
    const best = this.centres.map(([, x, y]): [number, number] => [x, y]);
    for (let row = 0; row < clusters.length; row++) {
      const i = at[clusters[row]];
      if (i === undefined) continue;
      const [x, y] = [(row % width) + 0.5, Math.floor(row / width) + 0.5];
      const distance = (x - this.centres[i][1]) ** 2 + (y - this.centres[i][2]) ** 2;
      if (distance < least[i]) [least[i], best[i]] = [distance, [x, y]];
    }
    this.centres = this.centres.map(([cluster], i) => [cluster, ...best[i]]);
  }

  private gather(): void {
    this.labelled = [];
    const { labels } = this.store;
    for (let row = 0; row < labels.length; row++) if (labels[row] >= 0) this.labelled.push(row);
  }

  private numbers(pen: CanvasRenderingContext2D): void {
    const { store, stage } = this;
    const theme = this.theme();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (store.is_picture && store.laid === "none") return;
    if (store.is_picture && store.laid === "regions") return this.names(pen);
    for (const [cluster, x, y] of this.centres) {
      if (store.isolated !== null && store.isolated !== cluster) continue;
      const about = store.partition?.clusters.find((one) => one.id === cluster);
      const name = about?.is_new ? "new" : store.category_name(about?.category ?? null);
      const [px, py] = stage.frame.to_screen(x, y);
      pen.font = `700 15px ${FONT}`;
      outlined(pen, String(cluster), px, py, theme);
      pen.font = `12px ${FONT}`;
      if (name !== null && this.centres.length <= 40) outlined(pen, named(name, 18), px, py + 15, theme);
    }
  }

  /** The name of each category, in the largest of its clusters. */
  private names(pen: CanvasRenderingContext2D): void {
    const { store, stage } = this;
    const named_already = new Set<number>();
    const largest = [...(store.partition?.clusters ?? [])].sort((a, b) => b.size - a.size);
    pen.font = `700 15px ${FONT}`;
    for (const one of largest) {
      const centre = this.centres.find(([cluster]) => cluster === one.id);
      const name = store.category_name(one.category);
      if (one.category === null || name === null || centre === undefined || named_already.has(one.category)) continue;
      named_already.add(one.category);
      outlined(pen, named(name, 18), ...stage.frame.to_screen(centre[1], centre[2]), this.theme());
    }
  }

  /** Categories of labelled rows as digits, where they are few enough to be read. */
  private digits(pen: CanvasRenderingContext2D): void {
    const { stage, store } = this;
    const ground = stage.ground;
    if (ground === null) return;
    const seen: [number, number, number][] = [];
    for (const row of this.labelled) {
      const place = ground.place(row);
      if (place === null || place[0] < 0 || place[1] < 0 || place[0] > stage.width || place[1] > stage.height) continue;
      if (store.isolated !== null && store.clusters[row] !== store.isolated) continue;
      seen.push([row, ...place]);
      if (seen.length > MOST_DIGITS) return;
    }
    pen.font = `600 10px ${FONT}`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const [row, px, py] of seen) outlined(pen, mark_of(store.categories, store.labels[row]), px + 6, py - 5, this.theme(), 2);
  }

  /** Labels that look wrong. */
  private crosses(pen: CanvasRenderingContext2D): void {
    pen.strokeStyle = css(this.theme().alarm);
    pen.lineWidth = 2.2;
    pen.beginPath();
    for (const suspect of this.store.findings?.suspects ?? []) {
      if (this.store.isolated !== null && this.store.clusters[suspect.row] !== this.store.isolated) continue;
      const place = this.stage.ground?.place(suspect.row);
      if (!place) continue;
      const [px, py] = place;
      pen.moveTo(px - 6, py - 6);
      pen.lineTo(px + 6, py + 6);
      pen.moveTo(px - 6, py + 6);
      pen.lineTo(px + 6, py - 6);
    }
    pen.stroke();
  }

  private cursor(pen: CanvasRenderingContext2D): void {
    const { store, moving } = this;
    const theme = this.theme();
    const place = store.cursor === null ? null : this.stage.ground?.place(store.cursor);
    if (place) {
      for (const [colour, width] of [[theme.paper, 5], [theme.accent, 2.5]] as const) {
        pen.strokeStyle = css(colour);
        pen.lineWidth = width;
        pen.beginPath();
        pen.arc(place[0], place[1], Math.max(10, moving.disc), 0, 2 * Math.PI);
        pen.stroke();
      }
    }
    if (moving.brush) {
      pen.strokeStyle = css(theme.ink);
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.arc(...moving.brush, Math.max(2, store.brush_size * this.stage.frame.sx), 0, 2 * Math.PI);
      pen.stroke();
    }
  }

  private loop(pen: CanvasRenderingContext2D): void {
    const path = this.moving.lasso?.path ?? [];
    if (path.length < 2) return;
    const theme = this.theme();
    pen.beginPath();
    path.forEach(([px, py], i) => (i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py)));
    pen.closePath();
    pen.fillStyle = css(theme.accent, 0.1);
    pen.fill("evenodd");
    pen.strokeStyle = css(theme.accent);
    pen.lineWidth = 2;
    pen.setLineDash([6, 4]);
    pen.stroke();
    pen.setLineDash([]);
  }

  private axes(pen: CanvasRenderingContext2D): void {
    const { stage, store } = this;
    const theme = this.theme();
    pen.font = `11px ${FONT}`;
    pen.textBaseline = "alphabetic";
    const [left, low] = stage.frame.to_data(0, stage.height);
    const [right, high] = stage.frame.to_data(stage.width, 0);
    pen.textAlign = "center";
    for (const value of ticks(left, right, stage.width / 110)) {
      const [px] = stage.frame.to_screen(value, 0);
      if (px > 46 && px < stage.width - 30) outlined(pen, brief(value), px, stage.height - 5, theme, 3, true);
    }
    pen.textAlign = "left";
    for (const value of ticks(low, high, stage.height / 80)) {
      const [, py] = stage.frame.to_screen(0, value);
      if (py > 30 && py < stage.height - 26) outlined(pen, brief(value), 5, py + 4, theme, 3, true);
    }
    pen.font = `600 12px ${FONT}`;
    outlined(pen, `↑ ${short(store.positions?.y_name ?? "", 60)}`, 6, 17, theme, 4, true);
    pen.textAlign = "right";
    outlined(pen, `${short(store.positions?.x_name ?? "", 60)} →`, stage.width - 6, stage.height - 20, theme, 4, true);
  }
}

function outlined(
  pen: CanvasRenderingContext2D, words: string, px: number, py: number, theme: Theme, width = 4, is_soft = false,
): void {
  pen.lineJoin = "round";
  pen.strokeStyle = css(theme.paper);
  pen.lineWidth = width;
  pen.strokeText(words, px, py);
  pen.fillStyle = css(is_soft ? theme.soft : theme.ink);
  pen.fillText(words, px, py);
}

function ticks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / Math.max(about, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const values: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high && values.length < 40; value += step) {
    values.push(Math.abs(value) < step / 1e6 ? 0 : value);
  }
  return values;
}
