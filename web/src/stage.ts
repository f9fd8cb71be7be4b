// Two canvases, one above the other, and the frame that both are seen through. Below: the rows. Above: all that moves.

import { Frame } from "./frame";
import { h, unique } from "./dom";

/** What lies on the stage: points, or a picture. */
export interface Ground {
  paint(stage: Stage): void;
  fit(stage: Stage): void;
  /** The row at a place of the screen. */
  row_at(px: number, py: number, reach: number): number | null;
  /** Where a row is on the screen. */
  place(row: number): [number, number] | null;
}

const REST = 140;
const HINT = "Arrows go from row to row, Space chooses, digits label. The panel Keys lists all.";

export class Stage {
  readonly element: HTMLDivElement;
  readonly below = h("canvas", { class: "below", "aria-hidden": "true" });
  readonly above = h("canvas", {
    class: "above", tabindex: 0, role: "application", "aria-roledescription": "map",
  });
  readonly frame = new Frame();
  width = 0;
  height = 0;
  ratio = 1;
  ground: Ground | null = null;
  draw_above: (pen: CanvasRenderingContext2D) => void = () => {};
  /** The map is being moved or zoomed. */
  is_moving = false;
  private rest = 0;
  private is_ground_old = true;
  private is_waiting = false;
  private must_fit = true;

  constructor() {
    const hint = h("p", { id: unique("keys"), class: "unseen" }, [HINT]);
    this.above.setAttribute("aria-describedby", hint.id);
    this.element = h("div", { class: "stage" }, [this.below, this.above, hint]);
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Draw in the next frame; with `ground`, not only what is above it. */
  refresh(ground = false): void {
    this.is_ground_old ||= ground;
    if (this.is_waiting) return;
    this.is_waiting = true;
    requestAnimationFrame(() => this.draw());
  }

  fit(): void {
    this.must_fit = true;
    this.refresh(true);
  }

  pan(dx: number, dy: number): void {
    this.frame.pan(dx, dy);
    this.move();
  }

  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    this.frame.zoom_at(factor, px, py);
    this.move();
  }

  private move(): void {
    this.is_moving = true;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.is_moving = false;
      this.refresh(true);
    }, REST);
    this.refresh(true);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0 || clientHeight === 0) return;
    const was_fitted = this.frame.zoom === 1;
    this.width = clientWidth;
    this.height = clientHeight;
    this.ratio = window.devicePixelRatio || 1;
    for (const canvas of [this.below, this.above]) {
      canvas.width = Math.round(clientWidth * this.ratio);
      canvas.height = Math.round(clientHeight * this.ratio);
    }
    if (was_fitted) this.must_fit = true;
    this.refresh(true);
  }

  private draw(): void {
    this.is_waiting = false;
    if (this.width === 0) return;
    if (this.must_fit && this.ground !== null) {
      this.ground.fit(this);
      this.must_fit = false;
      this.is_ground_old = true;
    }
    if (this.is_ground_old) this.ground?.paint(this);
    this.is_ground_old = false;
    const pen = this.above.getContext("2d")!;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.above.width, this.above.height);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.draw_above(pen);
  }
}
