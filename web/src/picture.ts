// The rows as pixels of a picture, with the clusters and the scribbles laid over it.

import type { Ground, Stage } from "./stage";
import type { Store } from "./store";
import { sign_colour, type Colour, type Theme } from "./theme";

const LAID = 0.42;
const PALE = 0.22;
const SCRIBBLE = 0.85;
const STRIPE = 8;

export class Picture implements Ground {
  private photo: HTMLCanvasElement | null = null;
  private laid: HTMLCanvasElement | null = null;

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly theme: () => Theme) {
    store.on("session", () => {
      this.photo = null;
      this.relay();
    });
    store.on(["labels", "partition", "isolated", "overlay", "theme"], () => this.relay());
  }

  get size(): { width: number; height: number } {
    return this.store.session?.picture ?? { width: 1, height: 1 };
  }

  fit(stage: Stage): void {
    stage.frame.fit_picture(this.size.width, this.size.height, stage.width, stage.height);
  }

  paint(stage: Stage): void {
    const pen = stage.below.getContext("2d", { alpha: false })!;
    const { frame, ratio } = stage;
    const { width, height } = this.size;
    const [r, g, b] = this.theme().paper;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = `rgb(${r}, ${g}, ${b})`;
    pen.fillRect(0, 0, stage.below.width, stage.below.height);
    pen.imageSmoothingEnabled = frame.sx * ratio < 2;
    for (const layer of [(this.photo ??= this.draw_photo()), (this.laid ??= this.draw_laid())]) {
      pen.drawImage(layer, frame.ox * ratio, frame.oy * ratio, width * frame.sx * ratio, height * frame.sy * ratio);
    }
  }

  row_at(px: number, py: number): number | null {
    const [x, y] = this.stage.frame.to_data(px, py).map(Math.floor);
    const { width, height } = this.size;
    return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : null;
  }

  place(row: number): [number, number] {
    const { width } = this.size;
    return this.stage.frame.to_screen((row % width) + 0.5, Math.floor(row / width) + 0.5);
  }

  /** Show pixels as scribbled before the session answers. */
  touch(rows: Iterable<number>, category: number | null): void {
    const pen = (this.laid ??= this.draw_laid()).getContext("2d")!;
    const { width } = this.size;
    const [r, g, b] = category === null ? this.theme().paper : sign_colour(this.theme(), category);
    pen.fillStyle = `rgba(${r}, ${g}, ${b}, ${SCRIBBLE})`;
    for (const row of rows) {
      pen.clearRect(row % width, Math.floor(row / width), 1, 1);
      if (category !== null) pen.fillRect(row % width, Math.floor(row / width), 1, 1);
    }
    this.stage.refresh(true);
  }

  private relay(): void {
    this.laid = null;
    if (this.store.is_picture) this.stage.refresh(true);
  }

  private draw_photo(): HTMLCanvasElement {
    const { rgba } = this.store;
    return this.canvas((data) => {
      if (rgba !== null && rgba.length === data.length) data.set(rgba);
    });
  }

  /** Clusters see-through, their borders, new ones in stripes, scribbles nearly solid. */
  private draw_laid(): HTMLCanvasElement {
    const { labels, clusters, certainty, isolated, partition } = this.store;
    const overlay = this.store.laid;
    const theme = this.theme();
    const { width } = this.size;
    const colours = this.colours();
    const parts = this.parts();
    const fresh = new Set(partition?.clusters.filter((one) => one.is_new).map((one) => one.id));
    return this.canvas((data) => {
      const pixels = new Uint32Array(data.buffer);
      for (let row = 0; row < clusters.length; row++) {
        const cluster = clusters[row];
        let colour = colours[cluster] ?? theme.soft;
        let alpha = 0;
        const part = parts[cluster];
        const is_edge = (row % width > 0 && parts[clusters[row - 1]] !== part) || (row >= width && parts[clusters[row - width]] !== part);
        if (labels[row] >= 0) [colour, alpha] = [sign_colour(theme, labels[row]), SCRIBBLE];
        else if (partition === null || overlay === "none") alpha = 0;
        else if (is_edge) [colour, alpha] = [theme.paper, 0.9];
        else if (overlay !== "edges") {
          const is_gap = fresh.has(cluster) && ((row % width) + Math.floor(row / width)) % STRIPE < STRIPE / 2;
          const is_out = isolated !== null && isolated !== cluster;
          alpha = is_gap || is_out ? 0 : PALE + (LAID - PALE) * (certainty[row] / 255);
        }
        pixels[row] = (Math.round(alpha * 255) << 24) | (colour[2] << 16) | (colour[1] << 8) | colour[0];
      }
    });
  }

  /** Clusters in the colours of their categories, as the scribbles are; those without one in their own. */
  private colours(): Colour[] {
    const own: Colour[] = [];
    const named = this.store.categories.length;
    for (const one of this.store.partition?.clusters ?? []) {
      own[one.id] = sign_colour(this.theme(), one.category ?? named + this.store.sign_of(one.id));
    }
    return own;
  }

  /** What borders are drawn between: categories, or clusters. */
  private parts(): number[] {
    const own: number[] = [];
    for (const one of this.store.partition?.clusters ?? []) {
      own[one.id] = this.store.laid === "regions" && one.category !== null ? -1 - one.category : one.id;
    }
    return own;
  }

  private canvas(fill: (data: Uint8ClampedArray) => void): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = this.size.width;
    canvas.height = this.size.height;
    const pen = canvas.getContext("2d")!;
    const image = pen.createImageData(canvas.width, canvas.height);
    fill(image.data);
    pen.putImageData(image, 0, 0);
    return canvas;
  }
}
