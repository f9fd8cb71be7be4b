// The rows as points.

import { Grid } from "./grid";
import { grain_for, MARGIN, Points, radius_for } from "./points";
import { pack, Sprites, type Grain } from "./sprites";
import type { Ground, Stage } from "./stage";
import type { Store } from "./store";
import type { Theme } from "./theme";

const SLOW = 11;

export class Scatter implements Ground {
  private readonly points = new Points();
  private is_arranged = false;
  /** Milliseconds that painting in full takes of late. */
  private slowness = 0;
  private sprites = new Map<string, Sprites>();
  private grid: Grid | null = null;
  private image: ImageData | null = null;
  private buffer = new Uint32Array(0);

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly theme: () => Theme) {
    store.on("positions", () => {
      this.grid = null;
      this.rearrange();
    });
    store.on(["labels", "selection", "isolated"], () => this.rearrange());
    store.on(["partition", "theme"], () => {
      this.sprites.clear();
      this.rearrange();
    });
  }

  fit(stage: Stage): void {
    stage.frame.fit(this.store.x, this.store.y, stage.width, stage.height);
  }

  /** Paint the points; if that is slow, plainer while the map moves, and in full when it rests. */
  paint(stage: Stage): void {
    if (!this.is_arranged) this.points.arrange(this.store);
    this.is_arranged = true;
    const { width, height } = stage.below;
    const fine = grain_for(this.points.size);
    const grain = stage.is_moving && this.slowness > SLOW ? "square" : fine;
    const sprites = this.sprites_for(stage, width + 2 * MARGIN, grain);
    const image = this.image_of(width, height);
    const start = performance.now();
    this.buffer.fill(pack(this.theme().paper));
    this.points.paint(this.buffer, width, height, stage.frame, stage.ratio, sprites);
    if (grain === fine) this.slowness = 0.5 * (this.slowness + performance.now() - start);
    stage.below.getContext("2d", { alpha: false })!.putImageData(image, -MARGIN, -MARGIN);
  }

  row_at(px: number, py: number, reach: number): number | null {
    return this.rows_by_place().nearest(this.stage.frame, px, py, reach);
  }

  rows_around(px: number, py: number, reach: number): number[] {
    return this.rows_by_place().within(this.stage.frame, px, py, reach);
  }

  place(row: number): [number, number] | null {
    const { x, y } = this.store;
    return row < x.length && Number.isFinite(x[row] + y[row]) ? this.stage.frame.to_screen(x[row], y[row]) : null;
  }

  private rows_by_place(): Grid {
    return (this.grid ??= new Grid(this.store.x, this.store.y));
  }

  private rearrange(): void {
    this.is_arranged = false;
    this.stage.refresh(true);
  }

  private sprites_for(stage: Stage, stride: number, grain: Grain): Sprites {
    const radius = Math.round(radius_for(this.points.size, stage.frame.zoom) * stage.ratio * 2) / 2;
    const key = `${radius} ${stride} ${grain}`;
    let sprites = this.sprites.get(key);
    if (sprites === undefined) {
      const fresh = new Set(this.store.partition?.clusters.filter((one) => one.is_new).map((one) => this.store.sign_of(one.id)));
      sprites = new Sprites(this.theme(), radius, stride, grain, (sign) => fresh.has(sign));
      this.sprites.set(key, sprites);
    }
    return sprites;
  }

  private image_of(width: number, height: number): ImageData {
    const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
    if (this.image === null || this.image.width !== w || this.image.height !== h) {
      this.image = new ImageData(w, h);
      this.buffer = new Uint32Array(this.image.data.buffer);
    }
    return this.image;
  }
}
