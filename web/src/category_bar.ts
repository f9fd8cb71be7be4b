// Categories to choose or to type, and what becomes of the chosen rows.

import type { Actions } from "./actions";
import { key_of } from "./category_keys";
import { button, focused_near, h, refill, unique } from "./dom";
import type { Store } from "./store";
import { count, named, number } from "./words";

export class CategoryBar {
  readonly element: HTMLElement;
  private readonly names = h("datalist", { id: unique("categories") });
  readonly input = h("input", {
    type: "text", class: "typed", placeholder: "type a category", "aria-label": "Category to give, or to add", maxlength: 200,
    autocomplete: "off", spellcheck: "false", list: this.names.id,
  });
  private readonly chips = h("span", { class: "chips", role: "group", "aria-label": "Categories" });
  private readonly words = h("span", { class: "chosen", role: "status" });
  private readonly give = button("Label", "Give the chosen rows the typed category (Enter)", () => this.enter());
  private readonly rename = button("Rename", "Call the chosen category what is typed", () => this.call());
  private readonly clear = button("Clear labels", "Take the labels of the chosen rows away (Del)", () => actions_clear(this.actions));
  private readonly none = button("Choose none", "Choose no rows, no category (Esc)", () => drop(this.actions));

  constructor(private readonly store: Store, private readonly actions: Actions, private readonly leave: () => void) {
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.enter();
      else if (event.key === "Escape") this.leave();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.element = h("div", { class: "category-bar" }, [
      this.words, this.chips, h("span", { class: "group" }, [this.input, this.names, this.give, this.rename]),
      h("span", { class: "group" }, [this.clear, this.none]),
    ]);
    store.on(["session", "labels", "armed"], () => this.fill());
    store.on(["session", "labels", "selection", "armed", "tool", "positions"], () => this.tell());
  }

  private enter(): void {
    const { store, actions, input } = this;
    const name = input.value.trim();
    if (name === "") return;
    const known = store.categories.indexOf(name);
    if (store.selection.size > 0 && !store.is_picture) actions.label_selection(name);
    else if (known >= 0) store.arm(known);
    else {
      actions.send("category", { name });
      this.arm_later(name);
    }
    input.value = "";
    this.leave();
  }

  /** Give the armed category another name. */
  private call(): void {
    const { store, input } = this;
    const name = input.value.trim();
    const category = store.armed === null ? undefined : store.categories[store.armed];
    if (category === undefined || name === "") return store.say("Choose a category, type its new name, then Rename.");
    this.actions.send("rename", { category, name });
    input.value = "";
    store.arm(null);
  }

  /** A category that is new can be armed when the session knows it. */
  private arm_later(name: string): void {
    let is_open = true;
    this.store.on("labels", () => {
      const at = this.store.categories.indexOf(name);
      if (!is_open || at < 0) return;
      is_open = false;
      this.store.arm(at);
    });
  }

  private fill(): void {
    const { store, actions } = this;
    const counts = store.label_counts();
    const focused = [...this.chips.children].indexOf(focused_near(this.chips) as Element);
    refill(this.chips, store.categories.map((name, i) => {
      const chip = h("button", {
        type: "button", class: `chip k${i % 10}`, "aria-pressed": String(store.armed === i), title: name,
        "aria-keyshortcuts": key_of(store.categories, i),
      }, [
        key_of(store.categories, i) === null ? null : h("kbd", {}, [key_of(store.categories, i)!]),
        h("span", { class: "name" }, [named(name, 24)]),
        h("small", {}, [count(counts[i])]),
      ], { click: () => actions.press_category(i) });
      return chip;
    }));
    if (focused >= 0) (this.chips.children[focused] as HTMLElement | undefined)?.focus();
    refill(this.names, store.categories.map((name) => h("option", { value: name })));
  }

  private tell(): void {
    const { store } = this;
    const { size } = store.selection;
    const armed = store.armed === null ? null : (store.categories[store.armed] ?? null);
    this.words.textContent = store.is_picture
      ? armed === null ? "Choose or type a category, then scribble." : `Scribble: ${named(armed, 24)}`
      : size > 0 ? `${number(size, "row")} chosen. Label as:`
      : armed !== null ? `The lasso labels as ${named(armed, 24)}. Esc: no longer`
      : "Draw around rows, or choose a category first.";
    this.none.disabled = size === 0 && armed === null;
    this.clear.disabled = size === 0;
    this.rename.disabled = armed === null;
    this.give.textContent = size > 0 && !store.is_picture ? "Label" : "Add";
  }
}

export const actions_clear = (actions: Actions): void => {
  if (actions.store.selection.size > 0) actions.label_selection(null);
};

/** Choose nothing: no rows, no category, no cluster by itself. */
export function drop(actions: Actions): void {
  const { store } = actions;
  actions.select([], "replace");
  if (!store.is_picture) store.arm(null);
  if (store.isolated !== null) store.isolate(null);
  store.point_at(null);
}
