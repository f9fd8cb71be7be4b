// The keyboard. Lists and fields see a key first; what they leave comes here.

import type { Actions } from "./actions";
import { keyed } from "./category_keys";
import { actions_clear, drop, type CategoryBar } from "./category_bar";
import type { Hover } from "./hover";
import type { Moving } from "./overlay";
import type { Scatter } from "./scatter";
import type { Stage } from "./stage";
import { resize_brush } from "./toolbar";
import type { Tabs } from "./panels/tabs";

export const KEYS: [string, string][] = [
  ["1 … 9", "label the chosen rows with the category of this key; with none chosen, say what the lasso gives"],
  ["T", "type a category"],
  ["Del", "clear the labels of the chosen rows"],
  ["Ctrl-Z, Ctrl-Shift-Z", "undo, redo"],
  ["L, M, B, E", "lasso, move, brush, eraser"],
  ["A", "choose all rows of the cluster that is shown by itself, or all rows"],
  ["Esc", "choose nothing"],
  ["+, −, 0", "zoom in, out, show all"],
  ["arrows", "on the map: to the next row in that direction; with Shift: move the map"],
  ["Space", "on the map: choose the row at the cursor, or those in its circle; Shift adds, Alt removes"],
  ["[, ]", "circle at the cursor, or brush: smaller, larger"],
  ["Y", "apply the better partition"],
  ["G, D, W, N, R, S", "panels: clusters (groups), columns (data), wrong labels, whom to ask next, tree, save"],
];
const PANELS: Record<string, string> = { g: "clusters", d: "columns", w: "suspects", n: "asks", r: "tree", s: "save" };
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const STEP = 60;

export interface Keyed {
  actions: Actions; stage: Stage; scatter: Scatter; bar: CategoryBar; tabs: Tabs; moving: Moving; hover: Hover;
}

export function listen_to_keys(target: EventTarget, on: Keyed): void {
  target.addEventListener("keydown", ((event: KeyboardEvent) => {
    if (event.defaultPrevented || is_typing(event.target) || !press(event, on)) return;
    event.preventDefault();
    event.stopPropagation();
  }) as EventListener);
}

/** Do what a key says; whether it says anything. */
function press(event: KeyboardEvent, on: Keyed): boolean {
  const { actions, stage, bar, tabs } = on;
  const { store } = actions;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") actions.send(event.shiftKey ? "redo" : "undo");
    else if (key === "y") actions.send("redo");
    else return false;
    return true;
  }
  if (event.target === stage.above && press_map(event, on)) return true;
  if (event.altKey) return false;
  const category = keyed(store.categories, key);
  if (category !== undefined) actions.press_category(category);
  else if (key === "t") bar.input.focus();
  else if (key === "Delete" || key === "Backspace") actions_clear(actions);
  else if (key === "Escape") {
    drop(actions);
    on.hover.at(null, 0, 0);
  }
  else if (key === "a") actions.select_shown();
  else if (key === "l") store.take("lasso");
  else if (key === "m") store.take("move");
  else if (key === "b" && store.is_picture) store.take("brush");
  else if (key === "e" && store.is_picture) store.take("eraser");
  else if (key === "+" || key === "=") stage.zoom(1.3);
  else if (key === "-" || key === "−") stage.zoom(1 / 1.3);
  else if (key === "0") stage.fit();
  else if (key === "[" || key === "]") resize(on, key === "]" ? 1 : -1);
  else if (key === "y" && store.offer !== null) actions.send("apply");
  else if (key in PANELS) tabs.open(PANELS[key], true);
  else return false;
  return true;
}

function press_map(event: KeyboardEvent, on: Keyed): boolean {
  const { actions, stage } = on;
  const { store } = actions;
  const step = STEPS[event.key];
  if (step !== undefined && event.shiftKey) stage.pan(-step[0] * STEP, -step[1] * STEP);
  else if (step !== undefined) walk(on, step);
  else if (event.key === " ") catch_cursor(event, on);
  else if (event.key === "Enter" && store.is_picture) actions.send("search");
  else return false;
  return true;
}

/** The cursor goes to the nearest row in a direction. */
function walk({ actions, stage, hover }: Keyed, [dx, dy]: [number, number]): void {
  const { store } = actions;
  if (store.is_picture) return walk_pixels(actions, dx, dy);
  const { x, y, cursor, isolated } = store;
  const from = (cursor === null ? null : stage.ground?.place(cursor)) ?? [stage.width / 2, stage.height / 2];
  let [best, least]: [number | null, number] = [null, Infinity];
  for (let row = 0; row < x.length; row++) {
    if (row === cursor || (isolated !== null && store.clusters[row] !== isolated)) continue;
    const [qx, qy] = [x[row] * stage.frame.sx + stage.frame.ox - from[0], y[row] * stage.frame.sy + stage.frame.oy - from[1]];
    const along = qx * dx + qy * dy;
    const aside = Math.abs(qx * dy) + Math.abs(qy * dx);
    if (!(along > 0 && aside <= along)) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [row, distance];
  }
  if (best === null) return;
  point_at(actions, stage, best);
  hover.at(best, ...(stage.ground?.place(best) ?? from));
}

function walk_pixels(actions: Actions, dx: number, dy: number): void {
  const { store } = actions;
  const { width, height } = store.session!.picture!;
  const at = store.cursor ?? Math.floor(height / 2) * width + Math.floor(width / 2);
  const step = Math.max(1, store.brush_size);
  const x = Math.min(width - 1, Math.max(0, (at % width) + dx * step));
  const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + dy * step));
  store.point_at(y * width + x);
}

/** Show a row: the cursor is there, the map follows, and its values are asked for. */
export function point_at(actions: Actions, stage: Stage, row: number): void {
  const { store } = actions;
  store.point_at(row);
  if (!store.is_picture && row < store.x.length && stage.frame.reveal(store.x[row], store.y[row], stage.width, stage.height)) {
    stage.refresh(true);
  }
  actions.send("row", { row });
}

function catch_cursor(event: KeyboardEvent, { actions, stage, scatter, moving }: Keyed): void {
  const { store } = actions;
  if (store.cursor === null) return;
  const mode = event.altKey ? "remove" : event.shiftKey ? "add" : "replace";
  if (store.is_picture) return dab(actions, store.cursor, mode === "remove" || store.tool === "eraser");
  const place = stage.ground?.place(store.cursor);
  const around = place && moving.disc > 0 ? scatter.rows_around(...place, moving.disc) : [store.cursor];
  actions.catch(store.isolated === null ? around : around.filter((row) => store.clusters[row] === store.isolated), mode);
}

/** A dab of the brush where the cursor is. */
function dab(actions: Actions, at: number, is_eraser: boolean): void {
  const { store } = actions;
  const { width, height } = store.session!.picture!;
  const r = store.brush_size;
  const [x, y] = [at % width, Math.floor(at / width)];
  const rows: number[] = [];
  for (let j = Math.max(0, y - r); j <= Math.min(height - 1, y + r); j++) {
    for (let i = Math.max(0, x - r); i <= Math.min(width - 1, x + r); i++) {
      if ((i - x) ** 2 + (j - y) ** 2 <= r * r) rows.push(j * width + i);
    }
  }
  const category = store.armed === null ? undefined : store.categories[store.armed];
  if (is_eraser) actions.clear(rows);
  else if (category !== undefined) actions.label(category, rows);
  else store.say("Choose or type a category first: the brush gives it to the pixels.", true);
}

function resize({ actions, stage, moving }: Keyed, direction: number): void {
  const { store } = actions;
  if (store.is_picture) resize_brush(store, store.brush_size + direction * Math.max(1, Math.round(store.brush_size / 6)));
  else moving.disc = moving.disc === 0 && direction > 0 ? 20 : Math.max(0, Math.min(400, moving.disc * 1.25 ** direction));
  if (moving.disc < 18 && direction < 0) moving.disc = 0;
  stage.refresh();
}

function is_typing(target: EventTarget | null): boolean {
  const one = target as HTMLElement | null;
  if (one === null || !("tagName" in one)) return false;
  if (one.tagName === "INPUT") return !["checkbox", "button", "radio"].includes((one as HTMLInputElement).type);
  return one.tagName === "TEXTAREA" || one.tagName === "SELECT" || one.isContentEditable;
}
