// The row below the mouse or the cursor, in a card: the session tells its values.

import type { Actions } from "./actions";
import { h, refill } from "./dom";
import type { Stage } from "./stage";
import type { Store } from "./store";
import { count, named, percent, short } from "./words";

const PAUSE = 60;
const MOST_VALUES = 12;

export class Hover {
  readonly element = h("div", { class: "card", role: "tooltip", hidden: true });
  private row: number | null = null;
  private place: [number, number] = [0, 0];
  private timer = 0;

  constructor(private readonly store: Store, private readonly stage: Stage, private readonly actions: Actions) {
    store.on("row", () => this.show());
    store.on(["positions", "session"], () => this.at(null, 0, 0));
  }

  at(row: number | null, px: number, py: number): void {
    this.place = [px, py];
    if (row === this.row) return this.move();
    this.row = row;
    window.clearTimeout(this.timer);
    if (row === null) this.element.hidden = true;
    else this.timer = window.setTimeout(() => this.actions.send("row", { row }), PAUSE);
  }

  private show(): void {
    const { row } = this.store;
    if (row === null || row.row !== this.row) return;
    refill(this.element, [h("strong", {}, [`row ${count(row.row + 1)}`]), facts(this.store)]);
    this.element.hidden = false;
    this.move();
  }

  private move(): void {
    const [px, py] = this.place;
    const { offsetWidth, offsetHeight } = this.element;
    const left = px + 18 + offsetWidth > this.stage.width ? px - 18 - offsetWidth : px + 18;
    const top = Math.min(Math.max(4, py - 10), Math.max(4, this.stage.height - offsetHeight - 4));
    this.element.style.left = `${Math.max(4, left)}px`;
    this.element.style.top = `${top}px`;
  }
}

/** What is known of the row that was asked for last. */
export function facts(store: Store): HTMLElement {
  const row = store.row!;
  const label = store.category_name(row.category);
  const lines: [string, string][] = [
    ...(row.cluster === null ? [] : [["cluster", String(row.cluster)] as [string, string]]),
    ...(row.certainty === null ? [] : [["certainty", percent(row.certainty > 1 ? row.certainty / 255 : row.certainty)] as [string, string]]),
    ["label", label === null ? "none" : named(label)],
    ...row.values.slice(0, MOST_VALUES),
  ];
  const more = row.values.length - MOST_VALUES;
  if (more > 0) lines.push(["…", `${more} more columns`]);
  return h("dl", { class: "facts" }, lines.flatMap(([name, value]) => [h("dt", {}, [short(name, 28)]), h("dd", {}, [short(value)])]));
}
