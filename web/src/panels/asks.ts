// Whom to ask next: the rows whose labels would help most, walked with the keyboard.

import type { Actions } from "../actions";
import { key_of, keyed } from "../category_keys";
import { h } from "../dom";
import { facts } from "../hover";
import type { Ask } from "../messages";
import type { Store } from "../store";
import { named } from "../words";
import { RowList, type Item } from "./row_list";
import type { Panel } from "./tabs";

const MOST = 9;

export function asks_panel(store: Store, actions: Actions, go: (row: number) => void): Panel {
  const about = h("p", { class: "about" }, ["There is nothing to ask so far."]);
  const label = (row: number, category: string): void => {
    actions.label(category, [row]);
    list.finish(row);
  };
  const list = new RowList(go, (event, item) => {
    const digit = store.categories[keyed(store.categories, event.key) ?? -1];
    if (digit === undefined) return false;
    label(item.row, digit);
    return true;
  }, (row) => (store.row?.row === row ? facts(store) : null));

  /** What is suggested first, then the other categories. */
  const choices = (one: Ask): number[] => {
    const others = store.categories.map((_, index) => index).filter((index) => !one.suggestions.includes(index));
    return [...one.suggestions, ...others].filter((index) => index in store.categories).slice(0, MOST);
  };
  const item = (one: Ask): Item => ({
    row: one.row, reason: one.reason, words: "",
    buttons: choices(one).map((index): Item["buttons"][number] => {
      const name = store.categories[index];
      const key = key_of(store.categories, index);
      const words = `${key === null || key === name ? "" : `${key} `}${named(name, 18)}${one.suggestions.includes(index) ? "?" : ""}`;
      return [words, "Label as this (its digit)", () => label(one.row, name)];
    }),
  });
  store.on("findings", () => {
    const asks = store.findings!.asks;
    about.textContent = asks.length > 0
      ? "The rows whose labels would help most, the best first. The key of a category labels; arrows walk."
      : "There is nothing to ask now.";
    list.fill(asks.map(item));
  });
  store.on("row", () => list.tell(store.row!.row));
  return { id: "asks", name: "Ask", is_for_tables: true, element: h("section", {}, [about, list.element]) };
}
