// What a person can do to the session, each a message.

import type { Model } from "./host";
import type { Outgoing, View } from "./messages";
import type { Mode } from "./selection";
import type { Store } from "./store";
import { count, named, number } from "./words";

export class Actions {
  private last = 0;

  constructor(private readonly model: Model, readonly store: Store) {}

  send(type: string, fields: Record<string, unknown> = {}): void {
    this.last += 1;
    this.model.send({ type, id: this.last, ...fields } as Outgoing);
  }

  /** Give rows a category by its name. */
  label(category: string, rows: number[], polygon: [number, number][] | null = null): void {
    if (rows.length === 0) return;
    this.send("label", { category, rows, ...this.place(polygon) });
    const { labels, categories, noun } = this.store;
    const own = categories.indexOf(category);
    const others = rows.filter((row) => labels[row] >= 0 && labels[row] !== own).length;
    const lost = others > 0 ? ` ${count(others)} of them had another label.` : "";
    this.store.say(`Labelled ${number(rows.length, noun)} as ${named(category)}.${lost}`);
  }

  clear(rows: number[], polygon: [number, number][] | null = null): void {
    if (rows.length === 0) return;
    this.send("clear", { rows, ...this.place(polygon) });
    this.store.say(`Cleared the labels of ${number(rows.length, this.store.noun)}.`);
  }

  /** The chosen rows get a category; null takes theirs away. */
  label_selection(category: string | null): void {
    const { selection } = this.store;
    if (category === null) this.clear(selection.rows(), selection.polygon);
    else this.label(category, selection.rows(), selection.polygon);
    this.select([], "replace");
  }

  /** A digit: labels what is chosen, or else says what the next lasso gives. */
  press_category(index: number): void {
    const { store } = this;
    if (index >= store.categories.length) return;
    if (store.selection.size > 0 && !store.is_picture) this.label_selection(store.categories[index]);
    else store.arm(store.armed === index && !store.is_picture ? null : index);
  }

  /** Rows under a lasso, a brush or a click: chosen, or labelled at once if a category waits for them. */
  catch(rows: number[], mode: Mode, polygon: [number, number][] | null = null): void {
    const { store } = this;
    const category = store.armed === null ? undefined : store.categories[store.armed];
    if (category === undefined) this.select(rows, mode, polygon);
    else if (mode === "remove") this.clear(rows, polygon);
    else this.label(category, rows, polygon);
  }

  select(rows: Iterable<number>, mode: Mode, polygon: [number, number][] | null = null): void {
    this.store.selection.take(rows, mode, polygon);
    this.store.tell("selection");
  }

  /** All rows of the isolated cluster, or all. */
  select_shown(): void {
    const { store } = this;
    const rows: number[] = [];
    for (let row = 0; row < store.n; row++) {
      if (store.isolated === null || store.clusters[row] === store.isolated) rows.push(row);
    }
    this.select(rows, "replace");
  }

  look(view: View): void {
    this.send("view", { view });
  }

  private place(polygon: [number, number][] | null): Record<string, unknown> {
    const view = this.store.positions?.view;
    return polygon === null || view === undefined ? {} : { polygon, view };
  }
}
