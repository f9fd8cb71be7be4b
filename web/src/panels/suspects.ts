// Labels that look wrong: Enter keeps, the key of a category corrects, Del clears.

import type { Actions } from "../actions";
import { key_of, keyed } from "../category_keys";
import { h } from "../dom";
import { facts } from "../hover";
import type { Suspect } from "../messages";
import type { Store } from "../store";
import { named, percent } from "../words";
import { RowList, type Item } from "./row_list";
import type { Panel } from "./tabs";

export function suspects_panel(store: Store, actions: Actions, go: (row: number) => void): Panel {
  const badge = h("span", { class: "badge" });
  const about = h("p", { class: "about" }, ["No label looks wrong so far."]);
  const keep = (row: number): void => {
    actions.send("confirm", { row });
    list.finish(row);
  };
  const correct = (row: number, category: string): void => {
    actions.label(category, [row]);
    list.finish(row);
  };
  const clear = (row: number): void => {
    actions.clear([row]);
    list.finish(row);
  };
  const list = new RowList(go, (event, item) => {
    const digit = store.categories[keyed(store.categories, event.key) ?? -1];
    if (event.key === "Enter") keep(item.row);
    else if (event.key === "Delete" || event.key === "Backspace") clear(item.row);
    else if (digit !== undefined) correct(item.row, digit);
    else return false;
    return true;
  }, (row) => (store.row?.row === row ? facts(store) : null));

  const item = (one: Suspect): Item => {
    const given = store.category_name(one.category) ?? "?";
    const rather = store.category_name(one.suggestion);
    const buttons: Item["buttons"] = [["Keep", "The label is right (Enter)", () => keep(one.row)]];
    if (rather !== null) {
      const key = key_of(store.categories, store.categories.indexOf(rather));
      const words = `${key === null || key === rather ? "" : `${key} `}${named(rather, 18)}`;
      buttons.push([words, "Give this category instead (its key)", () => correct(one.row, rather)]);
    }
    buttons.push(["Clear", "Take the label away (Del)", () => clear(one.row)]);
    return {
      row: one.row, reason: one.reason, buttons,
      words: `“${named(given, 22)}”${rather === null ? "" : `, rather “${named(rather, 22)}”`}: ${percent(one.probability)} wrong`,
    };
  };
  store.on("findings", () => {
    const suspects = store.findings!.suspects;
    badge.textContent = suspects.length > 0 ? String(suspects.length) : "";
    about.textContent = suspects.length > 0
      ? "Each is judged without its own label. Enter keeps, the key of a category corrects, Del clears; arrows walk."
      : "No label looks wrong.";
    list.fill(suspects.map(item));
  });
  store.on("row", () => list.tell(store.row!.row));
  return { id: "suspects", name: "Wrong?", badge, is_for_tables: true, element: h("section", {}, [about, list.element]) };
}
