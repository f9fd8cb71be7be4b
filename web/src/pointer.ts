// Mouse, pen and finger on the map: lasso, click, move, brush, hover.

import type { Actions } from "./actions";
import { Lasso } from "./lasso";
import type { Moving } from "./overlay";
import type { Picture } from "./picture";
import { Scribble } from "./scribble";
import { mode_of } from "./selection";
import type { Stage } from "./stage";
import type { Store } from "./store";

export const REACH = 14;
const WHEEL = 0.0016;

export class Pointer {
  private from: [number, number] | null = null;
  private scribble: Scribble | null = null;

  constructor(
    private readonly store: Store, private readonly stage: Stage, private readonly actions: Actions,
    private readonly picture: Picture, private readonly moving: Moving,
    private readonly hover: (row: number | null, px: number, py: number) => void,
  ) {
    const { above } = stage;
    above.addEventListener("pointerdown", (event) => this.down(event));
    above.addEventListener("pointermove", (event) => this.move(event));
    above.addEventListener("pointerup", (event) => this.up(event));
    above.addEventListener("pointercancel", () => this.stop());
    above.addEventListener("pointerleave", () => {
      this.moving.brush = null;
      this.hover(null, 0, 0);
      stage.refresh();
    });
    above.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      stage.zoom(Math.exp(-event.deltaY * lines * WHEEL), ...this.place(event));
    }, { passive: false });
    above.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  private place(event: MouseEvent): [number, number] {
    const box = this.stage.above.getBoundingClientRect();
    const scale = this.stage.width / (box.width || 1);
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  private down(event: PointerEvent): void {
    const { store, stage } = this;
    if (this.from !== null) return;
    this.from = this.place(event);
    stage.above.setPointerCapture(event.pointerId);
    this.hover(null, 0, 0);
    const tool = event.button === 0 ? store.tool : "move";
    if (tool === "lasso") {
      this.moving.lasso = new Lasso();
      this.moving.lasso.add(...this.from);
    } else if (tool === "brush" || tool === "eraser") this.begin_stroke();
  }

  private begin_stroke(): void {
    const { store } = this;
    if (store.tool === "brush" && store.armed === null) {
      store.say("Choose or type a category first: the brush gives it to the pixels.", true);
      this.from = null; // nothing is drawn, and the picture stays where it is
      return;
    }
    const { width, height } = this.picture.size;
    this.scribble = new Scribble(width, height, store.brush_size);
    this.stroke(this.from!);
  }

  private move(event: PointerEvent): void {
    const { stage, moving, store } = this;
    const [px, py] = this.place(event);
    moving.brush = store.is_picture && (store.tool === "brush" || store.tool === "eraser") ? [px, py] : null;
    if (this.from === null) {
      this.hover(stage.ground?.row_at(px, py, REACH) ?? null, px, py);
      if (moving.brush) stage.refresh();
    } else if (moving.lasso) {
      moving.lasso.add(px, py);
      stage.refresh();
    } else if (this.scribble) this.stroke([px, py]);
    else {
      stage.pan(px - this.from[0], py - this.from[1]);
      this.from = [px, py];
    }
  }

  private stroke(place: [number, number]): void {
    const fresh = this.scribble!.draw_to(...this.stage.frame.to_data(...place));
    this.picture.touch(fresh, this.store.tool === "eraser" ? null : this.store.armed);
  }

  private up(event: PointerEvent): void {
    const { moving, scribble } = this;
    const { lasso } = moving;
    this.stop();
    if (lasso?.is_click) this.click(event);
    else if (lasso) this.caught(lasso, event);
    else if (scribble && scribble.rows.size > 0) this.scribbled([...scribble.rows]);
  }

  private stop(): void {
    this.from = this.moving.lasso = this.scribble = null;
    this.stage.refresh();
  }

  private caught(lasso: Lasso, event: PointerEvent): void {
    const { store, stage } = this;
    const all = store.is_picture
      ? this.pixels_in(lasso)
      : lasso.rows(store.x, store.y, stage.frame, stage.width, stage.height);
    const rows = store.isolated === null ? all : all.filter((row) => store.clusters[row] === store.isolated);
    this.actions.catch(rows, mode_of(event), lasso.polygon(stage.frame));
  }

  private pixels_in(lasso: Lasso): number[] {
    const { width, height } = this.picture.size;
    const x = new Float32Array(width * height).map((_, row) => (row % width) + 0.5);
    const y = new Float32Array(width * height).map((_, row) => Math.floor(row / width) + 0.5);
    return lasso.rows(x, y, this.stage.frame, this.stage.width, this.stage.height);
  }

  private click(event: PointerEvent): void {
    const row = this.stage.ground?.row_at(...this.place(event), REACH) ?? null;
    this.store.point_at(row);
    if (row !== null) this.actions.catch([row], mode_of(event));
    else if (mode_of(event) === "replace") this.actions.select([], "replace");
  }

  private scribbled(rows: number[]): void {
    const { store } = this;
    const category = store.armed === null ? undefined : store.categories[store.armed];
    if (store.tool === "eraser") this.actions.clear(rows);
    else if (category !== undefined) this.actions.label(category, rows);
  }
}
