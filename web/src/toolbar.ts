// Above the map: what is looked at, tools, undo and redo.

import type { Actions } from "./actions";
import { button, h, refill } from "./dom";
import type { View } from "./messages";
import type { Stage } from "./stage";
import type { Overlay, Store, Tool } from "./store";
import { short } from "./words";

const TOOLS: [Tool, string, string][] = [
  ["lasso", "Lasso", "Draw around rows (L). Shift adds, Alt removes; a click takes one row"],
  ["move", "Move", "Drag the map (M); the right mouse button always does"],
  ["brush", "Brush", "Scribble on the picture (B)"],
  ["eraser", "Eraser", "Take scribbles away (E)"],
];
const KINDS: Record<View["kind"], string> = {
  plane: "Plane that separates the clusters", features: "Two columns", own: "Given coordinates", pixels: "Picture",
};

export function make_toolbar(store: Store, actions: Actions, stage: Stage): HTMLElement {
  const views = h("select", { "aria-label": "What the map shows" }, [], { change: () => look() });
  const axes = h("span", { class: "group", hidden: true });
  const [x, y] = ["Horizontal column", "Vertical column"].map((name) =>
    h("select", { "aria-label": name }, [], { change: () => look() }));
  axes.append(x, " × ", y);

  const look = (): void => {
    const view = store.session?.views[views.selectedIndex];
    if (view === undefined) return;
    axes.hidden = view.kind !== "features";
    actions.look(view.kind === "features" ? { kind: "features", x: x.value, y: y.value } : plain(view));
  };

  const tools = TOOLS.map(([tool, words, title]) => button(words, title, () => store.take(tool), { "data-tool": tool }));
  const undo = button("Undo", "Undo (Ctrl-Z)", () => actions.send("undo"), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", "Redo (Ctrl-Shift-Z)", () => actions.send("redo"), { "aria-keyshortcuts": "Control+Shift+Z" });
  const title = h("h1", { class: "title" });
  const picture = picture_tools(store, actions);

  store.on("session", () => {
    const { session } = store;
    title.textContent = short(session!.title, 60);
    refill(views, session!.views.map((view) => h("option", {}, [short(view.name ?? KINDS[view.kind])])));
    for (const [list, at] of [[x, 0], [y, 1]] as const) {
      refill(list, session!.columns.map((name) => h("option", { value: name }, [short(name)])));
      list.selectedIndex = Math.min(at, session!.columns.length - 1);
    }
  });
  store.on("positions", () => {
    const view = store.positions!.view;
    const at = store.session?.views.findIndex((one) => is_same(one, view)) ?? -1;
    const shown = at >= 0 ? at : (store.session?.views.findIndex((one) => one.kind === view.kind) ?? -1);
    if (shown >= 0) views.selectedIndex = shown;
    axes.hidden = view.kind !== "features";
    if (view.kind === "features") {
      x.value = view.x ?? x.value;
      y.value = view.y ?? y.value;
    }
  });
  store.on(["tool", "session", "positions"], () => {
    for (const one of tools) {
      const tool = one.dataset["tool"] as Tool;
      one.hidden = (tool === "brush" || tool === "eraser") && !store.is_picture;
      one.setAttribute("aria-pressed", String(tool === store.tool));
    }
    picture.hidden = !store.is_picture;
  });
  store.on("labels", () => {
    undo.disabled = !store.about_labels!.can_undo;
    redo.disabled = !store.about_labels!.can_redo;
  });

  return h("header", { class: "toolbar" }, [
    title,
    h("span", { class: "group" }, [views, axes]),
    h("span", { class: "group", role: "group", "aria-label": "Tool" }, tools),
    h("span", { class: "group", role: "group", "aria-label": "Zoom" }, [
      button("−", "Zoom out (−)", () => stage.zoom(1 / 1.4), { "aria-label": "Zoom out" }),
      button("+", "Zoom in (+)", () => stage.zoom(1.4), { "aria-label": "Zoom in" }),
      button("Fit", "Show all (0)", () => stage.fit()),
    ]),
    picture,
    h("span", { class: "group", role: "group", "aria-label": "History" }, [undo, redo]),
  ]);
}

function picture_tools(store: Store, actions: Actions): HTMLElement {
  const size = h("input", { type: "range", min: 0, max: 60, value: store.brush_size, "aria-label": "Size of the brush" }, [], {
    input: () => resize_brush(store, Number(size.value)),
  });
  const kinds: [Overlay, string][] = [["regions", "Categories over it"], ["clusters", "Clusters over it"], ["edges", "Borders only"], ["none", "Picture only"]];
  const overlay = h("select", { "aria-label": "What is laid over the picture" }, kinds.map(([value, words]) => h("option", { value }, [words])), {
    change: () => {
      store.overlay = overlay.value as Overlay;
      store.tell("overlay");
    },
  });
  const live = h("input", { type: "checkbox", checked: true }, [], { change: () => actions.send("live", { on: live.checked }) });
  store.on("live", () => (live.checked = store.is_live));
  store.on("tool", () => (size.value = String(store.brush_size)));
  return h("span", { class: "group", role: "group", "aria-label": "Picture", hidden: true }, [
    h("label", { title: "[ and ] make it smaller and larger" }, ["Size ", size]),
    overlay,
    h("label", {}, [live, " Live"]),
    button("Answer now", "Find the clusters with the scribbles as they are (Enter)", () => actions.send("search")),
  ]);
}

export function resize_brush(store: Store, size: number): void {
  store.brush_size = Math.min(60, Math.max(0, size));
  store.tell("tool");
}

function plain({ kind, x, y }: View): View {
  return { kind, ...(x === undefined ? {} : { x }), ...(y === undefined ? {} : { y }) };
}

const is_same = (a: View, b: View): boolean => a.kind === b.kind && a.x === b.x && a.y === b.y;
