// src/words.ts
var LONGEST = 40;
var UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
var count = (value) => value.toLocaleString("en");
var number = (value, noun) => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
var percent = (share) => `${Math.round(share * 100)} %`;
function brief(value, digits = 4) {
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}
function short(name, most = LONGEST) {
  const letters = [...name.replace(/\s+/g, " ").replace(UNSEEN, "�")];
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("")}…`;
}
var named = (name, most = LONGEST) => name.trim() === "" ? `“${name}”` : short(name, most);

// src/actions.ts
var Actions = class {
  constructor(model, store) {
    this.model = model;
    this.store = store;
  }
  model;
  store;
  last = 0;
  send(type, fields = {}) {
    this.last += 1;
    this.model.send({ type, id: this.last, ...fields });
  }
  /** Give rows a category by its name. */
  label(category, rows, polygon2 = null) {
    if (rows.length === 0) return;
    this.send("label", { category, rows, ...this.place(polygon2) });
    const { labels, categories, noun } = this.store;
    const own = categories.indexOf(category);
    const others = rows.filter((row) => labels[row] >= 0 && labels[row] !== own).length;
    const lost = others > 0 ? ` ${count(others)} of them had another label.` : "";
    this.store.say(`Labelled ${number(rows.length, noun)} as ${named(category)}.${lost}`);
  }
  clear(rows, polygon2 = null) {
    if (rows.length === 0) return;
    this.send("clear", { rows, ...this.place(polygon2) });
    this.store.say(`Cleared the labels of ${number(rows.length, this.store.noun)}.`);
  }
  /** The chosen rows get a category; null takes theirs away. */
  label_selection(category) {
    const { selection } = this.store;
    if (category === null) this.clear(selection.rows(), selection.polygon);
    else this.label(category, selection.rows(), selection.polygon);
    this.select([], "replace");
  }
  /** A digit: labels what is chosen, or else says what the next lasso gives. */
  press_category(index) {
    const { store } = this;
    if (index >= store.categories.length) return;
    if (store.selection.size > 0 && !store.is_picture) this.label_selection(store.categories[index]);
    else store.arm(store.armed === index && !store.is_picture ? null : index);
  }
  /** Rows under a lasso, a brush or a click: chosen, or labelled at once if a category waits for them. */
  catch(rows, mode, polygon2 = null) {
    const { store } = this;
    const category = store.armed === null ? void 0 : store.categories[store.armed];
    if (category === void 0) this.select(rows, mode, polygon2);
    else if (mode === "remove") this.clear(rows, polygon2);
    else this.label(category, rows, polygon2);
  }
  select(rows, mode, polygon2 = null) {
    this.store.selection.take(rows, mode, polygon2);
    this.store.tell("selection");
  }
  /** All rows of the isolated cluster, or all. */
  select_shown() {
    const { store } = this;
    const rows = [];
    for (let row = 0; row < store.n; row++) {
      if (store.isolated === null || store.clusters[row] === store.isolated) rows.push(row);
    }
    this.select(rows, "replace");
  }
  look(view) {
    this.send("view", { view });
  }
  place(polygon2) {
    const view = this.store.positions?.view;
    return polygon2 === null || view === void 0 ? {} : { polygon: polygon2, view };
  }
};

// src/category_keys.ts
var MOST = 9;
var MARK = 2;
function key_of(categories, index) {
  if (categories.every((name) => /^[0-9]$/.test(name))) return categories[index] ?? null;
  return index < MOST && index in categories ? String(index + 1) : null;
}
function keyed(categories, key) {
  if (!/^[0-9]$/.test(key)) return void 0;
  const at = categories.findIndex((_, index) => key_of(categories, index) === key);
  return at < 0 ? void 0 : at;
}
function mark_of(categories, index) {
  return categories.every((name) => name.length <= MARK) ? categories[index] ?? "" : String(index + 1);
}

// src/dom.ts
function h(tag, attributes = {}, children = [], listeners = {}) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
  return element;
}
function svg(tag, attributes = {}, children = []) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}
function button(words, title, press2, attributes = {}) {
  return h("button", { type: "button", title, ...attributes }, [words], { click: press2 });
}
var last = 0;
function unique(name) {
  last += 1;
  return `cecib-${name}-${last}`;
}
function focused_near(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}
function refill(element, children) {
  element.replaceChildren(...children.filter((child) => child !== null));
}
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  refill(element, children);
}

// src/category_bar.ts
var CategoryBar = class {
  constructor(store, actions, leave) {
    this.store = store;
    this.actions = actions;
    this.leave = leave;
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.enter();
      else if (event.key === "Escape") this.leave();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.element = h("div", { class: "category-bar" }, [
      this.words,
      this.chips,
      h("span", { class: "group" }, [this.input, this.names, this.give, this.rename]),
      h("span", { class: "group" }, [this.clear, this.none])
    ]);
    store.on(["session", "labels", "armed"], () => this.fill());
    store.on(["session", "labels", "selection", "armed", "tool", "positions"], () => this.tell());
  }
  store;
  actions;
  leave;
  element;
  names = h("datalist", { id: unique("categories") });
  input = h("input", {
    type: "text",
    class: "typed",
    placeholder: "type a category",
    "aria-label": "Category to give, or to add",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
    list: this.names.id
  });
  chips = h("span", { class: "chips", role: "group", "aria-label": "Categories" });
  words = h("span", { class: "chosen", role: "status" });
  give = button("Label", "Give the chosen rows the typed category (Enter)", () => this.enter());
  rename = button("Rename", "Call the chosen category what is typed", () => this.call());
  clear = button("Clear labels", "Take the labels of the chosen rows away (Del)", () => actions_clear(this.actions));
  none = button("Choose none", "Choose no rows, no category (Esc)", () => drop(this.actions));
  enter() {
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
  call() {
    const { store, input } = this;
    const name = input.value.trim();
    const category = store.armed === null ? void 0 : store.categories[store.armed];
    if (category === void 0 || name === "") return store.say("Choose a category, type its new name, then Rename.");
    this.actions.send("rename", { category, name });
    input.value = "";
    store.arm(null);
  }
  /** A category that is new can be armed when the session knows it. */
  arm_later(name) {
    let is_open = true;
    this.store.on("labels", () => {
      const at = this.store.categories.indexOf(name);
      if (!is_open || at < 0) return;
      is_open = false;
      this.store.arm(at);
    });
  }
  fill() {
    const { store, actions } = this;
    const counts = store.label_counts();
    const focused2 = [...this.chips.children].indexOf(focused_near(this.chips));
    refill(this.chips, store.categories.map((name, i) => {
      const chip = h("button", {
        type: "button",
        class: `chip k${i % 10}`,
        "aria-pressed": String(store.armed === i),
        title: name,
        "aria-keyshortcuts": key_of(store.categories, i)
      }, [
        key_of(store.categories, i) === null ? null : h("kbd", {}, [key_of(store.categories, i)]),
        h("span", { class: "name" }, [named(name, 24)]),
        h("small", {}, [count(counts[i])])
      ], { click: () => actions.press_category(i) });
      return chip;
    }));
    if (focused2 >= 0) this.chips.children[focused2]?.focus();
    refill(this.names, store.categories.map((name) => h("option", { value: name })));
  }
  tell() {
    const { store } = this;
    const { size } = store.selection;
    const armed = store.armed === null ? null : store.categories[store.armed] ?? null;
    this.words.textContent = store.is_picture ? armed === null ? "Choose or type a category, then scribble." : `Scribble: ${named(armed, 24)}` : size > 0 ? `${number(size, "row")} chosen. Label as:` : armed !== null ? `The lasso labels as ${named(armed, 24)}. Esc: no longer` : "Draw around rows, or choose a category first.";
    this.none.disabled = size === 0 && armed === null;
    this.clear.disabled = size === 0;
    this.rename.disabled = armed === null;
    this.give.textContent = size > 0 && !store.is_picture ? "Label" : "Add";
  }
};
var actions_clear = (actions) => {
  if (actions.store.selection.size > 0) actions.label_selection(null);
};
function drop(actions) {
  const { store } = actions;
  actions.select([], "replace");
  if (!store.is_picture) store.arm(null);
  if (store.isolated !== null) store.isolate(null);
  store.point_at(null);
}

// src/hover.ts
var PAUSE = 60;
var MOST_VALUES = 12;
var Hover = class {
  constructor(store, stage, actions) {
    this.store = store;
    this.stage = stage;
    this.actions = actions;
    store.on("row", () => this.show());
    store.on(["positions", "session"], () => this.at(null, 0, 0));
  }
  store;
  stage;
  actions;
  element = h("div", { class: "card", role: "tooltip", hidden: true });
  row = null;
  place = [0, 0];
  timer = 0;
  at(row, px, py) {
    this.place = [px, py];
    if (row === this.row) return this.move();
    this.row = row;
    window.clearTimeout(this.timer);
    if (row === null) this.element.hidden = true;
    else this.timer = window.setTimeout(() => this.actions.send("row", { row }), PAUSE);
  }
  show() {
    const { row } = this.store;
    if (row === null || row.row !== this.row) return;
    refill(this.element, [h("strong", {}, [`row ${count(row.row + 1)}`]), facts(this.store)]);
    this.element.hidden = false;
    this.move();
  }
  move() {
    const [px, py] = this.place;
    const { offsetWidth, offsetHeight } = this.element;
    const left = px + 18 + offsetWidth > this.stage.width ? px - 18 - offsetWidth : px + 18;
    const top = Math.min(Math.max(4, py - 10), Math.max(4, this.stage.height - offsetHeight - 4));
    this.element.style.left = `${Math.max(4, left)}px`;
    this.element.style.top = `${top}px`;
  }
};
function facts(store) {
  const row = store.row;
  const label = store.category_name(row.category);
  const lines = [
    ...row.cluster === null ? [] : [["cluster", String(row.cluster)]],
    ...row.certainty === null ? [] : [["certainty", percent(row.certainty > 1 ? row.certainty / 255 : row.certainty)]],
    ["label", label === null ? "none" : named(label)],
    ...row.values.slice(0, MOST_VALUES)
  ];
  const more = row.values.length - MOST_VALUES;
  if (more > 0) lines.push(["…", `${more} more columns`]);
  return h("dl", { class: "facts" }, lines.flatMap(([name, value]) => [h("dt", {}, [short(name, 28)]), h("dd", {}, [short(value)])]));
}

// src/toolbar.ts
var TOOLS = [
  ["lasso", "Lasso", "Draw around rows (L). Shift adds, Alt removes; a click takes one row"],
  ["move", "Move", "Drag the map (M); the right mouse button always does"],
  ["brush", "Brush", "Scribble on the picture (B)"],
  ["eraser", "Eraser", "Take scribbles away (E)"]
];
var KINDS = {
  plane: "Plane that separates the clusters",
  features: "Two columns",
  own: "Given coordinates",
  pixels: "Picture"
};
function make_toolbar(store, actions, stage) {
  const views = h("select", { "aria-label": "What the map shows" }, [], { change: () => look() });
  const axes = h("span", { class: "group", hidden: true });
  const [x, y] = ["Horizontal column", "Vertical column"].map((name) => h("select", { "aria-label": name }, [], { change: () => look() }));
  axes.append(x, " × ", y);
  const look = () => {
    const view = store.session?.views[views.selectedIndex];
    if (view === void 0) return;
    axes.hidden = view.kind !== "features";
    actions.look(view.kind === "features" ? { kind: "features", x: x.value, y: y.value } : plain(view));
  };
  const tools = TOOLS.map(([tool, words, title2]) => button(words, title2, () => store.take(tool), { "data-tool": tool }));
  const undo = button("Undo", "Undo (Ctrl-Z)", () => actions.send("undo"), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", "Redo (Ctrl-Shift-Z)", () => actions.send("redo"), { "aria-keyshortcuts": "Control+Shift+Z" });
  const title = h("h1", { class: "title" });
  const picture = picture_tools(store, actions);
  store.on("session", () => {
    const { session } = store;
    title.textContent = short(session.title, 60);
    refill(views, session.views.map((view) => h("option", {}, [short(view.name ?? KINDS[view.kind])])));
    for (const [list, at] of [[x, 0], [y, 1]]) {
      refill(list, session.columns.map((name) => h("option", { value: name }, [short(name)])));
      list.selectedIndex = Math.min(at, session.columns.length - 1);
    }
  });
  store.on("positions", () => {
    const view = store.positions.view;
    const at = store.session?.views.findIndex((one) => is_same(one, view)) ?? -1;
    const shown = at >= 0 ? at : store.session?.views.findIndex((one) => one.kind === view.kind) ?? -1;
    if (shown >= 0) views.selectedIndex = shown;
    axes.hidden = view.kind !== "features";
    if (view.kind === "features") {
      x.value = view.x ?? x.value;
      y.value = view.y ?? y.value;
    }
  });
  store.on(["tool", "session", "positions"], () => {
    for (const one of tools) {
      const tool = one.dataset["tool"];
      one.hidden = (tool === "brush" || tool === "eraser") && !store.is_picture;
      one.setAttribute("aria-pressed", String(tool === store.tool));
    }
    picture.hidden = !store.is_picture;
  });
  store.on("labels", () => {
    undo.disabled = !store.about_labels.can_undo;
    redo.disabled = !store.about_labels.can_redo;
  });
  return h("header", { class: "toolbar" }, [
    title,
    h("span", { class: "group" }, [views, axes]),
    h("span", { class: "group", role: "group", "aria-label": "Tool" }, tools),
    h("span", { class: "group", role: "group", "aria-label": "Zoom" }, [
      button("−", "Zoom out (−)", () => stage.zoom(1 / 1.4), { "aria-label": "Zoom out" }),
      button("+", "Zoom in (+)", () => stage.zoom(1.4), { "aria-label": "Zoom in" }),
      button("Fit", "Show all (0)", () => stage.fit())
    ]),
    picture,
    h("span", { class: "group", role: "group", "aria-label": "History" }, [undo, redo])
  ]);
}
function picture_tools(store, actions) {
  const size = h("input", { type: "range", min: 0, max: 60, value: store.brush_size, "aria-label": "Size of the brush" }, [], {
    input: () => resize_brush(store, Number(size.value))
  });
  const kinds = [["regions", "Categories over it"], ["clusters", "Clusters over it"], ["edges", "Borders only"], ["none", "Picture only"]];
  const overlay = h("select", { "aria-label": "What is laid over the picture" }, kinds.map(([value, words]) => h("option", { value }, [words])), {
    change: () => {
      store.overlay = overlay.value;
      store.tell("overlay");
    }
  });
  const live = h("input", { type: "checkbox", checked: true }, [], { change: () => actions.send("live", { on: live.checked }) });
  store.on("live", () => live.checked = store.is_live);
  store.on("tool", () => size.value = String(store.brush_size));
  return h("span", { class: "group", role: "group", "aria-label": "Picture", hidden: true }, [
    h("label", { title: "[ and ] make it smaller and larger" }, ["Size ", size]),
    overlay,
    h("label", {}, [live, " Live"]),
    button("Answer now", "Find the clusters with the scribbles as they are (Enter)", () => actions.send("search"))
  ]);
}
function resize_brush(store, size) {
  store.brush_size = Math.min(60, Math.max(0, size));
  store.tell("tool");
}
function plain({ kind, x, y }) {
  return { kind, ...x === void 0 ? {} : { x }, ...y === void 0 ? {} : { y } };
}
var is_same = (a, b) => a.kind === b.kind && a.x === b.x && a.y === b.y;

// src/keys.ts
var KEYS = [
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
  ["G, D, W, N, R, S", "panels: clusters (groups), columns (data), wrong labels, whom to ask next, tree, save"]
];
var PANELS = { g: "clusters", d: "columns", w: "suspects", n: "asks", r: "tree", s: "save" };
var STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
};
var STEP = 60;
function listen_to_keys(target, on) {
  target.addEventListener("keydown", ((event) => {
    if (event.defaultPrevented || is_typing(event.target) || !press(event, on)) return;
    event.preventDefault();
    event.stopPropagation();
  }));
}
function press(event, on) {
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
  if (category !== void 0) actions.press_category(category);
  else if (key === "t") bar.input.focus();
  else if (key === "Delete" || key === "Backspace") actions_clear(actions);
  else if (key === "Escape") {
    drop(actions);
    on.hover.at(null, 0, 0);
  } else if (key === "a") actions.select_shown();
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
function press_map(event, on) {
  const { actions, stage } = on;
  const { store } = actions;
  const step = STEPS[event.key];
  if (step !== void 0 && event.shiftKey) stage.pan(-step[0] * STEP, -step[1] * STEP);
  else if (step !== void 0) walk(on, step);
  else if (event.key === " ") catch_cursor(event, on);
  else if (event.key === "Enter" && store.is_picture) actions.send("search");
  else return false;
  return true;
}
function walk({ actions, stage, hover }, [dx, dy]) {
  const { store } = actions;
  if (store.is_picture) return walk_pixels(actions, dx, dy);
  const { x, y, cursor, isolated } = store;
  const from = (cursor === null ? null : stage.ground?.place(cursor)) ?? [stage.width / 2, stage.height / 2];
  let [best, least] = [null, Infinity];
  for (let row = 0; row < x.length; row++) {
    if (row === cursor || isolated !== null && store.clusters[row] !== isolated) continue;
    const [qx, qy] = [x[row] * stage.frame.sx + stage.frame.ox - from[0], y[row] * stage.frame.sy + stage.frame.oy - from[1]];
    const along = qx * dx + qy * dy;
    const aside = Math.abs(qx * dy) + Math.abs(qy * dx);
    if (!(along > 0 && aside <= along)) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [row, distance];
  }
  if (best === null) return;
  point_at(actions, stage, best);
  hover.at(best, ...stage.ground?.place(best) ?? from);
}
function walk_pixels(actions, dx, dy) {
  const { store } = actions;
  const { width, height } = store.session.picture;
  const at = store.cursor ?? Math.floor(height / 2) * width + Math.floor(width / 2);
  const step = Math.max(1, store.brush_size);
  const x = Math.min(width - 1, Math.max(0, at % width + dx * step));
  const y = Math.min(height - 1, Math.max(0, Math.floor(at / width) + dy * step));
  store.point_at(y * width + x);
}
function point_at(actions, stage, row) {
  const { store } = actions;
  store.point_at(row);
  if (!store.is_picture && row < store.x.length && stage.frame.reveal(store.x[row], store.y[row], stage.width, stage.height)) {
    stage.refresh(true);
  }
  actions.send("row", { row });
}
function catch_cursor(event, { actions, stage, scatter, moving }) {
  const { store } = actions;
  if (store.cursor === null) return;
  const mode = event.altKey ? "remove" : event.shiftKey ? "add" : "replace";
  if (store.is_picture) return dab(actions, store.cursor, mode === "remove" || store.tool === "eraser");
  const place = stage.ground?.place(store.cursor);
  const around = place && moving.disc > 0 ? scatter.rows_around(...place, moving.disc) : [store.cursor];
  actions.catch(store.isolated === null ? around : around.filter((row) => store.clusters[row] === store.isolated), mode);
}
function dab(actions, at, is_eraser) {
  const { store } = actions;
  const { width, height } = store.session.picture;
  const r = store.brush_size;
  const [x, y] = [at % width, Math.floor(at / width)];
  const rows = [];
  for (let j = Math.max(0, y - r); j <= Math.min(height - 1, y + r); j++) {
    for (let i = Math.max(0, x - r); i <= Math.min(width - 1, x + r); i++) {
      if ((i - x) ** 2 + (j - y) ** 2 <= r * r) rows.push(j * width + i);
    }
  }
  const category = store.armed === null ? void 0 : store.categories[store.armed];
  if (is_eraser) actions.clear(rows);
  else if (category !== void 0) actions.label(category, rows);
  else store.say("Choose or type a category first: the brush gives it to the pixels.", true);
}
function resize({ actions, stage, moving }, direction) {
  const { store } = actions;
  if (store.is_picture) resize_brush(store, store.brush_size + direction * Math.max(1, Math.round(store.brush_size / 6)));
  else moving.disc = moving.disc === 0 && direction > 0 ? 20 : Math.max(0, Math.min(400, moving.disc * 1.25 ** direction));
  if (moving.disc < 18 && direction < 0) moving.disc = 0;
  stage.refresh();
}
function is_typing(target) {
  const one = target;
  if (one === null || !("tagName" in one)) return false;
  if (one.tagName === "INPUT") return !["checkbox", "button", "radio"].includes(one.type);
  return one.tagName === "TEXTAREA" || one.tagName === "SELECT" || one.isContentEditable;
}

// src/messages.ts
var KINDS2 = {
  float32: Float32Array,
  float64: Float64Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint8: Uint8Array,
  uint32: Uint32Array,
  int32: Int32Array
};
var STEP2 = 8;
function name_buffers(header, buffers) {
  const named2 = {};
  (header.buffers ?? []).forEach((note, i) => {
    const Type = KINDS2[note.dtype];
    const given = buffers[i];
    const [whole, offset] = ArrayBuffer.isView(given) ? [given.buffer, given.byteOffset] : [given, 0];
    named2[note.name] = offset % Type.BYTES_PER_ELEMENT === 0 ? new Type(whole, offset, note.length) : new Type(whole.slice(offset, offset + note.length * Type.BYTES_PER_ELEMENT));
  });
  return named2;
}
function read_frame(frame) {
  const length = new DataView(frame).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 4, length)));
  let at = 4 + length;
  const buffers = (header.buffers ?? []).map((note) => {
    const bytes = note.length * KINDS2[note.dtype].BYTES_PER_ELEMENT;
    const buffer = new Uint8Array(frame, at, bytes);
    at += Math.ceil(bytes / STEP2) * STEP2;
    return buffer;
  });
  return [header, buffers];
}

// src/notices.ts
var STAYS = 6e3;
function make_notices(store, actions) {
  const connection = h("div", { class: "notice alarm", role: "alert", hidden: true });
  const offer = h("div", { class: "notice offer", role: "status", hidden: true });
  const words = h("div", { class: "notice", role: "status", hidden: true });
  let timer = 0;
  store.on("connection", () => {
    connection.hidden = store.is_connected;
    connection.textContent = store.is_connected ? "" : `${store.connection_words} Trying again …`;
  });
  store.on("offer", () => {
    offer.hidden = store.offer === null;
    if (store.offer === null) return;
    refill(offer, [
      h("span", {}, [`${store.offer.sentence ?? ""} `]),
      button("Apply", "Take the better partition (Y)", () => actions.send("apply")),
      button("Not now", "Keep what is there", () => {
        offer.hidden = true;
      })
    ]);
  });
  store.on("notice", () => {
    window.clearTimeout(timer);
    words.hidden = store.notice.words === "";
    words.classList.toggle("alarm", store.notice.is_error);
    words.textContent = store.notice.words;
    timer = window.setTimeout(() => words.hidden = true, store.notice.is_error ? 2 * STAYS : STAYS);
  });
  return h("div", { class: "notices" }, [connection, offer, words]);
}
function make_status(store) {
  const facts2 = h("span");
  const busy = h("span", { class: "busy", role: "status" });
  const tell = () => {
    if (store.session === null) return;
    const { partition, about_labels, findings } = store;
    const parts = [`${number(store.n, store.noun)}, ${count(about_labels?.n_labelled ?? 0)} labelled`];
    if (partition !== null) parts.push(`${number(partition.n_clusters, "cluster")}, ${partition.cost.toFixed(4).replace("-", "−")} nats per ${store.noun}`);
    if (partition !== null && partition.revision !== about_labels?.revision) parts.push("not yet with the latest labels");
    refill(facts2, [`${[...parts, ...(findings?.notes ?? []).slice(0, 2)].join(" · ")}`]);
  };
  store.on(["session", "labels", "partition", "findings"], tell);
  store.on("busy", () => {
    const { what, progress } = store.busy;
    const done = typeof progress === "number" ? ` ${Math.round(progress * 100)} %` : progress ? ` ${progress}` : "";
    busy.textContent = what === "answering" ? "answering …" : what === "searching" ? `searching for a better partition …${done}` : "";
  });
  return h("footer", { class: "status" }, [facts2, busy]);
}

// src/theme.ts
var COLOURS = 10;
var DARK = "(prefers-color-scheme: dark)";
var css = ([r, g, b], alpha = 1) => `rgba(${r}, ${g}, ${b}, ${alpha})`;
var mix = (from, to, share) => from.map((value, i) => Math.round(value + (to[i] - value) * share));
var sign_colour = (theme, sign2) => theme.signs[sign2 % COLOURS];
function read_theme(element) {
  const style = getComputedStyle(element);
  const read = (name) => {
    const digits = style.getPropertyValue(name).trim().replace("#", "");
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) || 0);
  };
  return {
    paper: read("--paper"),
    ink: read("--ink"),
    soft: read("--soft"),
    line: read("--line"),
    alarm: read("--alarm"),
    accent: read("--accent"),
    signs: Array.from({ length: COLOURS }, (_, i) => read(`--c${i}`))
  };
}
function follow_theme(root, changed) {
  const host = document.body;
  const notice = () => {
    const light = host.dataset["jpThemeLight"];
    if (light !== void 0) root.dataset["theme"] = light === "true" ? "light" : "dark";
    else if (host.classList.contains("vscode-dark")) root.dataset["theme"] = "dark";
    else if (host.classList.contains("vscode-light")) root.dataset["theme"] = "light";
    else if (["light", "dark"].includes(host.dataset["theme"] ?? "")) root.dataset["theme"] = host.dataset["theme"];
    changed();
  };
  const scheme = matchMedia(DARK);
  const observer = new MutationObserver(notice);
  scheme.addEventListener("change", notice);
  observer.observe(host, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme", "class"] });
  notice();
  return () => {
    scheme.removeEventListener("change", notice);
    observer.disconnect();
  };
}

// src/overlay.ts
var FONT = "system-ui, sans-serif";
var MOST_DIGITS = 300;
var Overlay = class {
  constructor(store, stage, theme, moving) {
    this.store = store;
    this.stage = stage;
    this.theme = theme;
    this.moving = moving;
    store.on(["positions", "partition"], () => this.centre());
    store.on("labels", () => this.gather());
    store.on(["cursor", "findings", "overlay"], () => stage.refresh());
    stage.draw_above = (pen) => this.draw(pen);
  }
  store;
  stage;
  theme;
  moving;
  centres = [];
  labelled = [];
  draw(pen) {
    const { store } = this;
    if (!store.is_picture) {
      this.axes(pen);
      this.digits(pen);
    }
    this.numbers(pen);
    this.crosses(pen);
    this.cursor(pen);
    this.loop(pen);
  }
  /** Means of the clusters in this view. */
  centre() {
    const { store } = this;
    const k = store.partition?.clusters.reduce((most, one) => Math.max(most, one.id + 1), 0) ?? 0;
    const sums = new Float64Array(3 * k);
    const width = store.session?.picture?.width ?? 1;
    const n = store.is_picture ? store.clusters.length : Math.min(store.x.length, store.clusters.length);
    for (let row = 0; row < n; row++) {
      const x = store.is_picture ? row % width + 0.5 : store.x[row];
      const y = store.is_picture ? Math.floor(row / width) + 0.5 : store.y[row];
      const at = 3 * store.clusters[row];
      if (at >= sums.length || !Number.isFinite(x + y)) continue;
      sums[at] += x;
      sums[at + 1] += y;
      sums[at + 2] += 1;
    }
    this.centres = [];
    for (let c = 0; c < k; c++) {
      if (sums[3 * c + 2] > 0) this.centres.push([c, sums[3 * c] / sums[3 * c + 2], sums[3 * c + 1] / sums[3 * c + 2]]);
    }
    if (store.is_picture) this.settle(width);
    this.stage.refresh();
  }
  /** In a picture the mean of a cluster may lie in another: its number goes to the pixel nearest to the mean. */
  settle(width) {
    const { clusters } = this.store;
    const at = [];
    this.centres.forEach(([cluster], i) => at[cluster] = i);
    const least = this.centres.map(() => Infinity);
    const best = this.centres.map(([, x, y]) => [x, y]);
    for (let row = 0; row < clusters.length; row++) {
      const i = at[clusters[row]];
      if (i === void 0) continue;
      const [x, y] = [row % width + 0.5, Math.floor(row / width) + 0.5];
      const distance = (x - this.centres[i][1]) ** 2 + (y - this.centres[i][2]) ** 2;
      if (distance < least[i]) [least[i], best[i]] = [distance, [x, y]];
    }
    this.centres = this.centres.map(([cluster], i) => [cluster, ...best[i]]);
  }
  gather() {
    this.labelled = [];
    const { labels } = this.store;
    for (let row = 0; row < labels.length; row++) if (labels[row] >= 0) this.labelled.push(row);
  }
  numbers(pen) {
    const { store, stage } = this;
    const theme = this.theme();
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (store.is_picture && store.laid === "none") return;
    if (store.is_picture && store.laid === "regions") return this.names(pen);
    for (const [cluster, x, y] of this.centres) {
      if (store.isolated !== null && store.isolated !== cluster) continue;
      const about = store.partition?.clusters.find((one) => one.id === cluster);
      const name = about?.is_new ? "new" : store.category_name(about?.category ?? null);
      const [px, py] = stage.frame.to_screen(x, y);
      pen.font = `700 15px ${FONT}`;
      outlined(pen, String(cluster), px, py, theme);
      pen.font = `12px ${FONT}`;
      if (name !== null && this.centres.length <= 40) outlined(pen, named(name, 18), px, py + 15, theme);
    }
  }
  /** The name of each category, in the largest of its clusters. */
  names(pen) {
    const { store, stage } = this;
    const named_already = /* @__PURE__ */ new Set();
    const largest = [...store.partition?.clusters ?? []].sort((a, b) => b.size - a.size);
    pen.font = `700 15px ${FONT}`;
    for (const one of largest) {
      const centre = this.centres.find(([cluster]) => cluster === one.id);
      const name = store.category_name(one.category);
      if (one.category === null || name === null || centre === void 0 || named_already.has(one.category)) continue;
      named_already.add(one.category);
      outlined(pen, named(name, 18), ...stage.frame.to_screen(centre[1], centre[2]), this.theme());
    }
  }
  /** Categories of labelled rows as digits, where they are few enough to be read. */
  digits(pen) {
    const { stage, store } = this;
    const ground = stage.ground;
    if (ground === null) return;
    const seen = [];
    for (const row of this.labelled) {
      const place = ground.place(row);
      if (place === null || place[0] < 0 || place[1] < 0 || place[0] > stage.width || place[1] > stage.height) continue;
      if (store.isolated !== null && store.clusters[row] !== store.isolated) continue;
      seen.push([row, ...place]);
      if (seen.length > MOST_DIGITS) return;
    }
    pen.font = `600 10px ${FONT}`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const [row, px, py] of seen) outlined(pen, mark_of(store.categories, store.labels[row]), px + 6, py - 5, this.theme(), 2);
  }
  /** Labels that look wrong. */
  crosses(pen) {
    pen.strokeStyle = css(this.theme().alarm);
    pen.lineWidth = 2.2;
    pen.beginPath();
    for (const suspect of this.store.findings?.suspects ?? []) {
      if (this.store.isolated !== null && this.store.clusters[suspect.row] !== this.store.isolated) continue;
      const place = this.stage.ground?.place(suspect.row);
      if (!place) continue;
      const [px, py] = place;
      pen.moveTo(px - 6, py - 6);
      pen.lineTo(px + 6, py + 6);
      pen.moveTo(px - 6, py + 6);
      pen.lineTo(px + 6, py - 6);
    }
    pen.stroke();
  }
  cursor(pen) {
    const { store, moving } = this;
    const theme = this.theme();
    const place = store.cursor === null ? null : this.stage.ground?.place(store.cursor);
    if (place) {
      for (const [colour, width] of [[theme.paper, 5], [theme.accent, 2.5]]) {
        pen.strokeStyle = css(colour);
        pen.lineWidth = width;
        pen.beginPath();
        pen.arc(place[0], place[1], Math.max(10, moving.disc), 0, 2 * Math.PI);
        pen.stroke();
      }
    }
    if (moving.brush) {
      pen.strokeStyle = css(theme.ink);
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.arc(...moving.brush, Math.max(2, store.brush_size * this.stage.frame.sx), 0, 2 * Math.PI);
      pen.stroke();
    }
  }
  loop(pen) {
    const path = this.moving.lasso?.path ?? [];
    if (path.length < 2) return;
    const theme = this.theme();
    pen.beginPath();
    path.forEach(([px, py], i) => i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py));
    pen.closePath();
    pen.fillStyle = css(theme.accent, 0.1);
    pen.fill("evenodd");
    pen.strokeStyle = css(theme.accent);
    pen.lineWidth = 2;
    pen.setLineDash([6, 4]);
    pen.stroke();
    pen.setLineDash([]);
  }
  axes(pen) {
    const { stage, store } = this;
    const theme = this.theme();
    pen.font = `11px ${FONT}`;
    pen.textBaseline = "alphabetic";
    const [left, low] = stage.frame.to_data(0, stage.height);
    const [right, high] = stage.frame.to_data(stage.width, 0);
    pen.textAlign = "center";
    for (const value of ticks(left, right, stage.width / 110)) {
      const [px] = stage.frame.to_screen(value, 0);
      if (px > 46 && px < stage.width - 30) outlined(pen, brief(value), px, stage.height - 5, theme, 3, true);
    }
    pen.textAlign = "left";
    for (const value of ticks(low, high, stage.height / 80)) {
      const [, py] = stage.frame.to_screen(0, value);
      if (py > 30 && py < stage.height - 26) outlined(pen, brief(value), 5, py + 4, theme, 3, true);
    }
    pen.font = `600 12px ${FONT}`;
    outlined(pen, `↑ ${short(store.positions?.y_name ?? "", 60)}`, 6, 17, theme, 4, true);
    pen.textAlign = "right";
    outlined(pen, `${short(store.positions?.x_name ?? "", 60)} →`, stage.width - 6, stage.height - 20, theme, 4, true);
  }
};
function outlined(pen, words, px, py, theme, width = 4, is_soft = false) {
  pen.lineJoin = "round";
  pen.strokeStyle = css(theme.paper);
  pen.lineWidth = width;
  pen.strokeText(words, px, py);
  pen.fillStyle = css(is_soft ? theme.soft : theme.ink);
  pen.fillText(words, px, py);
}
function ticks(low, high, about) {
  const rough = (high - low) / Math.max(about, 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const values = [];
  for (let value = Math.ceil(low / step) * step; value <= high && values.length < 40; value += step) {
    values.push(Math.abs(value) < step / 1e6 ? 0 : value);
  }
  return values;
}

// src/panels/row_list.ts
var RowList = class {
  constructor(go, press2, details) {
    this.go = go;
    this.press = press2;
    this.details = details;
  }
  go;
  press;
  details;
  element = h("ol", { class: "rows" });
  items = [];
  done = /* @__PURE__ */ new Set();
  /** Show other items; the focus stays at the row, or at its place if that is gone. */
  fill(items) {
    const at = this.at();
    const row = this.items[at]?.row;
    this.items = items;
    this.done.clear();
    refill(this.element, items.map((item, i) => this.line(item, i)));
    if (at < 0 || items.length === 0) return;
    const same = items.findIndex((item) => item.row === row);
    this.focus(same >= 0 ? same : Math.min(at, items.length - 1), same < 0);
  }
  /** What is said of a row has come. */
  tell(row) {
    const at = this.items.findIndex((item) => item.row === row);
    const place = this.element.children[at]?.querySelector(".details");
    const details = this.details(row);
    if (place && details) refill(place, [details]);
  }
  /** This one is dealt with: on to the next. */
  finish(row) {
    this.done.add(row);
    const at = this.items.findIndex((item) => item.row === row);
    this.element.children[at]?.classList.add("done");
    const next = this.items.findIndex((item, i) => i > at && !this.done.has(item.row));
    if (next >= 0 && this.element.contains(focused_near(this.element))) this.focus(next);
  }
  line(item, at) {
    return h("li", { tabindex: at === 0 ? 0 : -1, "data-row": item.row, "aria-label": `row ${item.row + 1}: ${item.words}. ${item.reason}` }, [
      h("div", {}, [h("strong", {}, [`row ${count(item.row + 1)}`]), ` ${item.words}`]),
      h("small", {}, [item.reason]),
      h("div", { class: "details" }),
      h("div", { class: "group" }, item.buttons.map(([words, title, press2]) => button(words, title, press2)))
    ], {
      focus: () => {
        [...this.element.children].forEach((one, i) => one.tabIndex = i === at ? 0 : -1);
        this.go(item.row);
      },
      click: (event) => {
        if (!event.target.closest("button")) event.currentTarget.focus();
      },
      keydown: (event) => this.key(event, at)
    });
  }
  key(event, at) {
    if (event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const is_on_button = event.target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ");
    if (is_on_button) return;
    if (step !== void 0) this.focus(Math.min(Math.max(at + step, 0), this.items.length - 1));
    else if (!this.press(event, this.items[at])) return;
    event.preventDefault();
    event.stopPropagation();
  }
  at() {
    const here = focused_near(this.element)?.closest("li") ?? null;
    return here === null ? -1 : [...this.element.children].indexOf(here);
  }
  focus(at, scroll = true) {
    this.element.children[at]?.focus({ preventScroll: !scroll });
  }
};

// src/panels/asks.ts
var MOST2 = 9;
function asks_panel(store, actions, go) {
  const about = h("p", { class: "about" }, ["There is nothing to ask so far."]);
  const label = (row, category) => {
    actions.label(category, [row]);
    list.finish(row);
  };
  const list = new RowList(go, (event, item2) => {
    const digit = store.categories[keyed(store.categories, event.key) ?? -1];
    if (digit === void 0) return false;
    label(item2.row, digit);
    return true;
  }, (row) => store.row?.row === row ? facts(store) : null);
  const choices = (one) => {
    const others = store.categories.map((_, index) => index).filter((index) => !one.suggestions.includes(index));
    return [...one.suggestions, ...others].filter((index) => index in store.categories).slice(0, MOST2);
  };
  const item = (one) => ({
    row: one.row,
    reason: one.reason,
    words: "",
    buttons: choices(one).map((index) => {
      const name = store.categories[index];
      const key = key_of(store.categories, index);
      const words = `${key === null || key === name ? "" : `${key} `}${named(name, 18)}${one.suggestions.includes(index) ? "?" : ""}`;
      return [words, "Label as this (its digit)", () => label(one.row, name)];
    })
  });
  store.on("findings", () => {
    const asks = store.findings.asks;
    about.textContent = asks.length > 0 ? "The rows whose labels would help most, the best first. The key of a category labels; arrows walk." : "There is nothing to ask now.";
    list.fill(asks.map(item));
  });
  store.on("row", () => list.tell(store.row.row));
  return { id: "asks", name: "Ask", is_for_tables: true, element: h("section", {}, [about, list.element]) };
}

// src/panels/beta.ts
var [WIDTH, HEIGHT, MARGIN] = [340, 170, 34];
function beta_panel(store, actions) {
  const words = h("p", { class: "about" });
  const figure = h("figure");
  const field = h("input", { type: "number", min: 0, max: 1e3, step: "any", "aria-label": "β: how often a label counts" }, [], {
    keydown: (event) => {
      if (event.key === "Enter") set();
    }
  });
  const set = () => {
    if (field.value !== "") actions.send("beta", { value: Number(field.value) });
  };
  const fill2 = () => {
    const beta = store.findings?.beta;
    const value = store.partition?.beta ?? beta?.value;
    if (value === void 0) return;
    words.textContent = `A label counts ${brief(value)} times as much as a measurement (β = ${brief(value)}). ${beta?.chosen_by ?? ""}`;
    if (focused_near(field) !== field) field.value = String(value);
    refill(figure, beta && beta.path.length > 1 ? [drawn(beta.path, beta.value), caption()] : []);
  };
  store.on(["findings", "partition"], fill2);
  return {
    id: "beta",
    name: "β",
    element: h("section", {}, [
      words,
      figure,
      h("div", { class: "group" }, [
        h("label", {}, ["β ", field]),
        button("Set", "Use this β", set),
        button("Let hidden labels choose", "Choose β by labels that are hidden in turn", () => actions.send("beta", { value: "auto" }))
      ])
    ])
  };
}
var caption = () => h("figcaption", {}, ["Higher: labels that were hidden in turn are more probable. The filled one was chosen: the plainer one, unless another is clearly better."]);
function drawn(path, chosen) {
  const scores = path.map(([, score]) => score).filter(Number.isFinite);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (i) => MARGIN + (WIDTH - 2 * MARGIN) * i / Math.max(path.length - 1, 1);
  const y = (score) => 18 + (HEIGHT - 62) * (high > low ? (high - score) / (high - low) : 0.5);
  const places = path.map(([, score], i) => `${x(i).toFixed(1)},${y(score).toFixed(1)}`);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `How β was chosen: ${path.map(([b, s]) => `${brief(b)}: ${brief(s)}`).join(", ")}` }, [
    svg("polyline", { class: "curve", points: places.join(" ") }),
    ...path.map(([beta, score], i) => svg("circle", { class: beta === chosen ? "mark chosen" : "mark", cx: x(i), cy: y(score), r: 5 })),
    ...path.map(([beta], i) => svg("text", { class: beta === chosen ? "name" : "small", x: x(i), y: HEIGHT - 22, "text-anchor": "middle" }, [brief(beta, 2)])),
    svg("text", { class: "small", x: WIDTH / 2, y: HEIGHT - 4, "text-anchor": "middle" }, [`β; score from ${brief(low, 3)} to ${brief(high, 3)}`])
  ]);
}

// src/shapes.ts
var SHAPES = ["disc", "square", "triangle", "diamond", "plus", "down", "cross"];
var shape_of = (sign2) => SHAPES[sign2 % SHAPES.length];
var polygon = (radius, corners) => {
  const path = new Path2D();
  corners.forEach(([x, y], i) => i === 0 ? path.moveTo(x * radius, y * radius) : path.lineTo(x * radius, y * radius));
  path.closePath();
  return path;
};
var PLUS = [
  [-0.38, -1.1],
  [0.38, -1.1],
  [0.38, -0.38],
  [1.1, -0.38],
  [1.1, 0.38],
  [0.38, 0.38],
  [0.38, 1.1],
  [-0.38, 1.1],
  [-0.38, 0.38],
  [-1.1, 0.38],
  [-1.1, -0.38],
  [-0.38, -0.38]
];
var CROSS = PLUS.map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);
function outline(shape, radius) {
  switch (shape) {
    case "disc": {
      const path = new Path2D();
      path.arc(0, 0, radius, 0, 2 * Math.PI);
      return path;
    }
    case "square":
      return polygon(radius * 0.88, [[-1, -1], [1, -1], [1, 1], [-1, 1]]);
    case "triangle":
      return polygon(radius * 1.15, [[0, -1], [1, 0.75], [-1, 0.75]]);
    case "down":
      return polygon(radius * 1.15, [[0, 1], [1, -0.75], [-1, -0.75]]);
    case "diamond":
      return polygon(radius * 1.2, [[0, -1], [1, 0], [0, 1], [-1, 0]]);
    case "plus":
      return polygon(radius, PLUS);
    case "cross":
      return polygon(radius, CROSS);
  }
}

// src/panels/sign.ts
var PATHS = {
  disc: "M1.5 7a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
  square: "M2.2 2.2h9.6v9.6h-9.6z",
  triangle: "M7 1L13.2 12H.8z",
  diamond: "M7 .4L13.6 7L7 13.6L.4 7z",
  plus: "M4.9 1h4.2v3.9h3.9v4.2h-3.9v3.9h-4.2v-3.9h-3.9v-4.2h3.9z",
  down: "M7 13L13.2 2H.8z",
  cross: "M7 4L10.5 .8L13.2 3.5L10 7l3.2 3.5l-2.7 2.7L7 10l-3.5 3.2L.8 10.5L4 7L.8 3.5L3.5 .8z"
};
function sign(number2, is_new) {
  const shape = PATHS[shape_of(number2)];
  const stripes = is_new ? [svg("path", { d: "M1 9L9 1M3 13L13 3M8 14L14 8", class: "stripes" })] : [];
  return svg("svg", { class: `sign k${number2 % 10}${is_new ? " new" : ""}`, viewBox: "0 0 14 14", "aria-hidden": "true" }, [
    svg("path", { d: shape, class: "body" }),
    ...stripes
  ]);
}

// src/panels/clusters.ts
function clusters_panel(store, actions) {
  const body = h("tbody", {}, [], { keydown: (event) => walk2(event, body) });
  const head = h("thead", {}, [h("tr", {}, ["cluster", "rows", "category", "sure"].map((name) => h("th", { scope: "col" }, [name])))]);
  const choose = button("Choose its rows", "Choose all rows of the cluster shown (A)", () => actions.select_shown());
  const all = button("Show all", "Show all clusters (Esc)", () => store.isolate(null));
  const search = button("Search anew", "Search in full for a better partition, now", () => actions.send("search"));
  const about = h("p", { class: "about" });
  const fill2 = () => {
    const kept = focused(body);
    refill(body, (store.partition?.clusters ?? []).map((one, i) => line(store, one, i)));
    if (kept >= 0) body.children[kept]?.focus();
    const shown = store.partition?.clusters.find((one) => one.id === store.isolated);
    all.disabled = shown === void 0;
    choose.textContent = shown === void 0 ? "Choose all rows" : "Choose its rows";
    about.textContent = shown === void 0 ? "Click a cluster, or Enter, to see it by itself. Stripes: new, no label reaches it. Pale: uncertain." : `Cluster ${shown.id}: ${shown.about || number(shown.size, "row")}`;
  };
  store.on(["partition", "isolated", "labels"], fill2);
  return {
    id: "clusters",
    name: "Clusters",
    element: h("section", {}, [
      h("div", { class: "group" }, [choose, all, search]),
      about,
      h("div", { class: "scroll" }, [h("table", { class: "wide clusters", role: "grid", "aria-label": "Clusters" }, [head, body])])
    ])
  };
}
function line(store, one, at) {
  const name = one.is_new ? "new" : store.category_name(one.category);
  const toggle = () => store.isolate(store.isolated === one.id ? null : one.id);
  return h("tr", {
    tabindex: at === 0 ? 0 : -1,
    class: store.isolated === one.id ? "shown" : null,
    "data-cluster": one.id,
    "aria-selected": String(store.isolated === one.id),
    title: one.about,
    "aria-label": `cluster ${one.id}, ${number(one.size, "row")}, ${name ?? "no category"}`
  }, [
    h("td", {}, [sign(store.sign_of(one.id), one.is_new), String(one.id)]),
    h("td", {}, [count(one.size), " ", h("small", {}, [percent(one.share)])]),
    h("td", {}, [
      one.is_new ? h("em", {}, ["new"]) : name === null ? "–" : named(name, 22),
      one.about ? h("small", { class: "block" }, [short(one.about, 90)]) : null
    ]),
    h("td", {}, [percent(one.sure)])
  ], {
    click: toggle,
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      toggle();
      event.preventDefault();
    }
  });
}
var focused = (body) => [...body.children].indexOf(focused_near(body));
function walk2(event, body) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = focused(body);
  if (step === void 0 || at < 0) return;
  const next = body.children[at + step];
  if (next) {
    for (const one of body.children) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }
  event.preventDefault();
}

// src/selection.ts
var mode_of = (event) => event.altKey ? "remove" : event.shiftKey ? "add" : "replace";
var Selection = class {
  chosen = new Uint8Array(0);
  size = 0;
  polygon = null;
  resize(n) {
    this.chosen = new Uint8Array(n);
    this.size = 0;
    this.polygon = null;
  }
  clear() {
    this.chosen.fill(0);
    this.size = 0;
    this.polygon = null;
  }
  /** Choose rows in place of, beside or out of those that are chosen. */
  take(rows, mode, polygon2 = null) {
    if (mode === "replace") this.clear();
    this.polygon = mode === "replace" ? polygon2 : null;
    const value = mode === "remove" ? 0 : 1;
    for (const row of rows) {
      if (this.chosen[row] !== value) {
        this.chosen[row] = value;
        this.size += value === 1 ? 1 : -1;
      }
    }
  }
  rows() {
    const rows = [];
    for (let row = 0; row < this.chosen.length; row++) if (this.chosen[row]) rows.push(row);
    return rows;
  }
};

// src/panels/columns.ts
var [WIDTH2, HEIGHT2, BINS] = [340, 150, 40];
function columns_panel(store, actions) {
  const names = h("select", { "aria-label": "Column" }, [], { change: () => ask() });
  const figure = h("div", { class: "histogram" });
  const [from, to] = ["From", "To"].map((name) => h("input", { type: "number", step: "any", "aria-label": name }, [], { change: () => brush([Number(from.value), Number(to.value)], "replace") }));
  let bounds = [0, 1];
  let start = null;
  const band = svg("rect", { class: "band", y: 0, height: HEIGHT2 - 18, width: 0, x: 0 });
  const ask = () => {
    if (names.value !== "" && store.column?.name !== names.value) actions.send("column", { name: names.value });
  };
  const brush = (range, mode) => {
    const [low, high] = range[0] <= range[1] ? range : [range[1], range[0]];
    from.value = String(Number(low.toPrecision(6)));
    to.value = String(Number(high.toPrecision(6)));
    const place = (value) => WIDTH2 * (value - bounds[0]) / (bounds[1] - bounds[0]);
    band.setAttribute("x", String(place(low)));
    band.setAttribute("width", String(Math.max(1, place(high) - place(low))));
    const values = store.column?.values ?? [];
    const rows = [];
    for (let row = 0; row < values.length; row++) {
      if (values[row] >= low && values[row] <= high && (store.isolated === null || store.clusters[row] === store.isolated)) rows.push(row);
    }
    actions.select(rows, mode);
  };
  const value_at = (event) => {
    const box = figure.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return bounds[0] + share * (bounds[1] - bounds[0]);
  };
  figure.addEventListener("pointerdown", (event) => {
    figure.setPointerCapture(event.pointerId);
    start = value_at(event);
  });
  figure.addEventListener("pointermove", (event) => {
    if (start !== null && mode_of(event) === "replace") brush([start, value_at(event)], "replace");
  });
  figure.addEventListener("pointerup", (event) => {
    if (start !== null) brush([start, value_at(event)], mode_of(event));
    start = null;
  });
  store.on("session", () => refill(names, store.session.columns.map((name) => h("option", { value: name }, [short(name)]))));
  store.on(["column", "isolated", "partition"], () => {
    if (store.column === null) return;
    names.value = store.column.name;
    const [drawing, found] = draw(store, store.column.values);
    bounds = found;
    drawing.append(band);
    refill(figure, [drawing]);
  });
  store.on("column", () => {
    band.setAttribute("width", "0");
    [from.value, to.value] = bounds.map((bound) => String(Number(bound.toPrecision(6))));
  });
  return {
    id: "columns",
    name: "Columns",
    is_for_tables: true,
    shown: ask,
    element: h("section", {}, [
      h("label", {}, ["Column ", names]),
      figure,
      h("div", { class: "group" }, [h("label", {}, ["from ", from]), h("label", {}, ["to ", to])]),
      h("p", { class: "about" }, ["Drag over the histogram to choose the rows between, or type the bounds. Shift adds, Alt removes. Then label them."])
    ])
  };
}
function draw(store, values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && Number.isFinite(value)) low = value;
    if (value > high && Number.isFinite(value)) high = value;
  }
  if (!(low < high)) [low, high] = Number.isFinite(low) ? [low - 0.5, low + 0.5] : [0, 1];
  const all = new Float64Array(BINS);
  const shown = new Float64Array(BINS);
  for (let row = 0; row < values.length; row++) {
    const bin = Math.min(BINS - 1, Math.floor(BINS * (values[row] - low) / (high - low)));
    if (!(bin >= 0)) continue;
    all[bin] += 1;
    if (store.isolated === null || store.clusters[row] === store.isolated) shown[bin] += 1;
  }
  const most = Math.max(...all, 1);
  const bars = (counts, kind) => [...counts].map((own, i) => {
    const height = (HEIGHT2 - 24) * own / most;
    return svg("rect", { class: kind, x: i * WIDTH2 / BINS + 0.5, width: WIDTH2 / BINS - 1, y: HEIGHT2 - 18 - height, height });
  });
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH2} ${HEIGHT2}`, role: "img", "aria-label": `Histogram from ${brief(low)} to ${brief(high)}` }, [
    ...bars(all, "bar"),
    ...bars(shown, "bar shown"),
    svg("text", { class: "small", x: 0, y: HEIGHT2 - 3 }, [brief(low)]),
    svg("text", { class: "small", x: WIDTH2, y: HEIGHT2 - 3, "text-anchor": "end" }, [brief(high)])
  ]);
  return [drawing, [low, high]];
}

// src/panels/help.ts
function help_panel() {
  return {
    id: "help",
    name: "Keys",
    element: h("section", {}, [
      h("dl", { class: "keys" }, KEYS.flatMap(([key, words]) => [h("dt", {}, [h("kbd", {}, [key])]), h("dd", {}, [words])])),
      h("p", { class: "about" }, ["A cluster has a number, a colour and a shape; a labelled row a dark rim and the digit of its category; a red cross: the label looks wrong."])
    ])
  };
}

// src/panels/save.ts
var WHAT = [
  ["labels", "labels"],
  ["clusters", "clusters"],
  ["model", "model"],
  ["report", "report, a page to hand on"],
  ["script", "lines that give the same"]
];
function save_panel(store, actions) {
  const boxes = WHAT.map(([what, words]) => {
    const box = h("input", { type: "checkbox", value: what, checked: true });
    return h("label", { class: "line" }, [box, ` ${words}`]);
  });
  const result = h("div", { role: "status" });
  store.on("session", () => {
    const report = boxes.find((line2) => line2.querySelector("input").value === "report");
    report.hidden = store.is_picture;
    if (store.is_picture) report.querySelector("input").checked = false;
  });
  const save = button("Save", "Write the files beside the data", () => {
    const what = boxes.map((line2) => line2.querySelector("input")).filter((box) => box.checked).map((box) => box.value);
    if (what.length === 0) return;
    refill(result, ["saving …"]);
    actions.send("save", { what });
  });
  store.on("saved", () => {
    const { files, python, shell } = store.saved;
    refill(result, [
      h("ul", { class: "files" }, files.map(([what, path]) => h("li", {}, [`${what}: `, h("code", {}, [path])]))),
      ...code("In Python", python),
      ...code("On the command line", shell)
    ]);
  });
  store.on("notice", () => {
    if (store.notice.is_error && result.textContent === "saving …") refill(result, [store.notice.words]);
  });
  return { id: "save", name: "Save", element: h("section", {}, [h("fieldset", {}, [h("legend", {}, ["What to save"]), ...boxes]), save, result]) };
}
function code(title, lines) {
  if (!lines) return [];
  const copy = button("Copy", `Copy: ${title}`, () => {
    void navigator.clipboard.writeText(lines).then(() => copy.textContent = "Copied", () => copy.textContent = "Choose and copy by hand");
  });
  return [h("h3", {}, [title, " ", copy]), h("pre", { tabindex: 0 }, [h("code", {}, [lines])])];
}

// src/panels/suspects.ts
function suspects_panel(store, actions, go) {
  const badge = h("span", { class: "badge" });
  const about = h("p", { class: "about" }, ["No label looks wrong so far."]);
  const keep = (row) => {
    actions.send("confirm", { row });
    list.finish(row);
  };
  const correct = (row, category) => {
    actions.label(category, [row]);
    list.finish(row);
  };
  const clear = (row) => {
    actions.clear([row]);
    list.finish(row);
  };
  const list = new RowList(go, (event, item2) => {
    const digit = store.categories[keyed(store.categories, event.key) ?? -1];
    if (event.key === "Enter") keep(item2.row);
    else if (event.key === "Delete" || event.key === "Backspace") clear(item2.row);
    else if (digit !== void 0) correct(item2.row, digit);
    else return false;
    return true;
  }, (row) => store.row?.row === row ? facts(store) : null);
  const item = (one) => {
    const given = store.category_name(one.category) ?? "?";
    const rather = store.category_name(one.suggestion);
    const buttons = [["Keep", "The label is right (Enter)", () => keep(one.row)]];
    if (rather !== null) {
      const key = key_of(store.categories, store.categories.indexOf(rather));
      const words = `${key === null || key === rather ? "" : `${key} `}${named(rather, 18)}`;
      buttons.push([words, "Give this category instead (its key)", () => correct(one.row, rather)]);
    }
    buttons.push(["Clear", "Take the label away (Del)", () => clear(one.row)]);
    return {
      row: one.row,
      reason: one.reason,
      buttons,
      words: `“${named(given, 22)}”${rather === null ? "" : `, rather “${named(rather, 22)}”`}: ${percent(one.probability)} wrong`
    };
  };
  store.on("findings", () => {
    const suspects = store.findings.suspects;
    badge.textContent = suspects.length > 0 ? String(suspects.length) : "";
    about.textContent = suspects.length > 0 ? "Each is judged without its own label. Enter keeps, the key of a category corrects, Del clears; arrows walk." : "No label looks wrong.";
    list.fill(suspects.map(item));
  });
  store.on("row", () => list.tell(store.row.row));
  return { id: "suspects", name: "Wrong?", badge, is_for_tables: true, element: h("section", {}, [about, list.element]) };
}

// src/panels/tabs.ts
var first = (inside, what) => inside.querySelector(what);
var Tabs = class {
  constructor(panels) {
    this.panels = panels;
    this.tabs = panels.map((panel) => {
      panel.element.id = unique(panel.id);
      const tab = h(
        "button",
        { type: "button", role: "tab", id: unique("tab"), "aria-controls": panel.element.id },
        [panel.name, panel.badge ?? null],
        { click: () => this.open(panel.id) }
      );
      panel.element.setAttribute("role", "tabpanel");
      panel.element.setAttribute("aria-labelledby", tab.id);
      panel.element.dataset["panel"] = panel.id;
      return tab;
    });
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the map" }, this.tabs, {
      keydown: (event) => this.press(event)
    });
    this.element = h("aside", { class: "panels" }, [list, ...panels.map((panel) => panel.element)]);
    this.open(panels[0].id);
  }
  panels;
  element;
  tabs;
  /** Leave out the panels that a picture has nothing for. */
  suit(is_picture) {
    this.panels.forEach((panel, i) => this.tabs[i].hidden = is_picture && panel.is_for_tables === true);
  }
  /** Show a panel; with `focus`, go there. */
  open(id, focus = false) {
    if (this.tabs[this.panels.findIndex((panel) => panel.id === id)]?.hidden) return;
    this.panels.forEach((panel, i) => {
      const is_shown = panel.id === id;
      panel.element.hidden = !is_shown;
      this.tabs[i].setAttribute("aria-selected", String(is_shown));
      this.tabs[i].tabIndex = is_shown ? 0 : -1;
      if (!is_shown) return;
      panel.shown?.();
      if (focus) (first(panel.element, "[tabindex='0']") ?? first(panel.element, "input, select, button") ?? this.tabs[i]).focus();
    });
  }
  press(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === void 0) return;
    const there = this.tabs.filter((tab) => !tab.hidden);
    const at = there.indexOf(focused_near(this.tabs[0]));
    const next = there[(at + step + there.length) % there.length];
    this.open(this.panels[this.tabs.indexOf(next)].id);
    next.focus();
    event.preventDefault();
  }
};

// src/panels/tree.ts
var [WIDTH3, NAMES, ROW, MARGIN2] = [360, 130, 22, 14];
var MOST3 = 80;
function tree_panel(store) {
  const figure = h("figure");
  const words = h("div");
  store.on("findings", () => {
    const { linkage, words: said } = store.findings.tree;
    refill(figure, linkage.length > 0 && linkage.length < MOST3 ? [drawn2(store, linkage)] : []);
    refill(words, (said.length > 0 ? said : ["With one cluster there is no tree."]).map((sentence) => h("p", {}, [sentence])));
  });
  return {
    id: "tree",
    name: "Tree",
    is_for_tables: true,
    element: h("section", {}, [
      figure,
      h("p", { class: "about" }, ["Numbers: what all merges to the right have added to the cost, in nats, on a scale of square roots."]),
      words
    ])
  };
}
function drawn2(store, linkage) {
  const k = linkage.length + 1;
  const members = Array.from({ length: k }, (_, c) => [c]);
  for (const [a, b] of linkage) members.push([...members[a], ...members[b]]);
  const order = members.at(-1);
  const y = [];
  order.forEach((cluster, i) => y[cluster] = MARGIN2 + ROW * (i + 0.5));
  const heights = [...new Array(k).fill(0), ...linkage.map(([, , height]) => Math.sqrt(Math.max(height, 0)))];
  const highest = Math.max(...heights) || 1;
  const right = WIDTH3 - NAMES;
  const x = heights.map((height) => right - (right - 2 * MARGIN2) * height / highest);
  const parts = [];
  linkage.forEach(([a, b, height], i) => {
    y[k + i] = (y[a] + y[b]) / 2;
    const [at, ax, bx] = [x[k + i], x[a], x[b]];
    parts.push(svg("polyline", { class: "branch", points: `${ax},${y[a]} ${at},${y[a]} ${at},${y[b]} ${bx},${y[b]}` }));
    parts.push(svg("text", { class: "small", x: at + 3, y: y[k + i] + 4 }, [brief(height, 3)]));
  });
  for (const cluster of order) {
    const about = store.partition?.clusters.find((one) => one.id === cluster);
    const name = about?.is_new ? "new" : store.category_name(about?.category ?? null);
    parts.push(svg("circle", { class: `leaf k${store.sign_of(cluster) % 10}`, cx: right, cy: y[cluster], r: 5 }));
    parts.push(svg("text", { x: right + 10, y: y[cluster] + 4 }, [`${cluster}${name === null ? "" : ` ${named(name, 13)}`}`]));
  }
  return svg("svg", { viewBox: `0 0 ${WIDTH3} ${ROW * k + 2 * MARGIN2}`, role: "img", "aria-label": "The tree of clusters; the sentences below say it" }, parts);
}

// src/picture.ts
var LAID = 0.42;
var PALE = 0.22;
var SCRIBBLE = 0.85;
var STRIPE = 8;
var Picture = class {
  constructor(store, stage, theme) {
    this.store = store;
    this.stage = stage;
    this.theme = theme;
    store.on("session", () => {
      this.photo = null;
      this.relay();
    });
    store.on(["labels", "partition", "isolated", "overlay", "theme"], () => this.relay());
  }
  store;
  stage;
  theme;
  photo = null;
  laid = null;
  get size() {
    return this.store.session?.picture ?? { width: 1, height: 1 };
  }
  fit(stage) {
    stage.frame.fit_picture(this.size.width, this.size.height, stage.width, stage.height);
  }
  paint(stage) {
    const pen = stage.below.getContext("2d", { alpha: false });
    const { frame, ratio } = stage;
    const { width, height } = this.size;
    const [r, g, b] = this.theme().paper;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = `rgb(${r}, ${g}, ${b})`;
    pen.fillRect(0, 0, stage.below.width, stage.below.height);
    pen.imageSmoothingEnabled = frame.sx * ratio < 2;
    for (const layer of [this.photo ??= this.draw_photo(), this.laid ??= this.draw_laid()]) {
      pen.drawImage(layer, frame.ox * ratio, frame.oy * ratio, width * frame.sx * ratio, height * frame.sy * ratio);
    }
  }
  row_at(px, py) {
    const [x, y] = this.stage.frame.to_data(px, py).map(Math.floor);
    const { width, height } = this.size;
    return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : null;
  }
  place(row) {
    const { width } = this.size;
    return this.stage.frame.to_screen(row % width + 0.5, Math.floor(row / width) + 0.5);
  }
  /** Show pixels as scribbled before the session answers. */
  touch(rows, category) {
    const pen = (this.laid ??= this.draw_laid()).getContext("2d");
    const { width } = this.size;
    const [r, g, b] = category === null ? this.theme().paper : sign_colour(this.theme(), category);
    pen.fillStyle = `rgba(${r}, ${g}, ${b}, ${SCRIBBLE})`;
    for (const row of rows) {
      pen.clearRect(row % width, Math.floor(row / width), 1, 1);
      if (category !== null) pen.fillRect(row % width, Math.floor(row / width), 1, 1);
    }
    this.stage.refresh(true);
  }
  relay() {
    this.laid = null;
    if (this.store.is_picture) this.stage.refresh(true);
  }
  draw_photo() {
    const { rgba } = this.store;
    return this.canvas((data) => {
      if (rgba !== null && rgba.length === data.length) data.set(rgba);
    });
  }
  /** Clusters see-through, their borders, new ones in stripes, scribbles nearly solid. */
  draw_laid() {
    const { labels, clusters, certainty, isolated, partition } = this.store;
    const overlay = this.store.laid;
    const theme = this.theme();
    const { width } = this.size;
    const colours = this.colours();
    const parts = this.parts();
    const fresh = new Set(partition?.clusters.filter((one) => one.is_new).map((one) => one.id));
    return this.canvas((data) => {
      const pixels = new Uint32Array(data.buffer);
      for (let row = 0; row < clusters.length; row++) {
        const cluster = clusters[row];
        let colour = colours[cluster] ?? theme.soft;
        let alpha = 0;
        const part = parts[cluster];
        const is_edge = row % width > 0 && parts[clusters[row - 1]] !== part || row >= width && parts[clusters[row - width]] !== part;
        if (labels[row] >= 0) [colour, alpha] = [sign_colour(theme, labels[row]), SCRIBBLE];
        else if (partition === null || overlay === "none") alpha = 0;
        else if (is_edge) [colour, alpha] = [theme.paper, 0.9];
        else if (overlay !== "edges") {
          const is_gap = fresh.has(cluster) && (row % width + Math.floor(row / width)) % STRIPE < STRIPE / 2;
          const is_out = isolated !== null && isolated !== cluster;
          alpha = is_gap || is_out ? 0 : PALE + (LAID - PALE) * (certainty[row] / 255);
        }
        pixels[row] = Math.round(alpha * 255) << 24 | colour[2] << 16 | colour[1] << 8 | colour[0];
      }
    });
  }
  /** Clusters in the colours of their categories, as the scribbles are; those without one in their own. */
  colours() {
    const own = [];
    const named2 = this.store.categories.length;
    for (const one of this.store.partition?.clusters ?? []) {
      own[one.id] = sign_colour(this.theme(), one.category ?? named2 + this.store.sign_of(one.id));
    }
    return own;
  }
  /** What borders are drawn between: categories, or clusters. */
  parts() {
    const own = [];
    for (const one of this.store.partition?.clusters ?? []) {
      own[one.id] = this.store.laid === "regions" && one.category !== null ? -1 - one.category : one.id;
    }
    return own;
  }
  canvas(fill2) {
    const canvas = document.createElement("canvas");
    canvas.width = this.size.width;
    canvas.height = this.size.height;
    const pen = canvas.getContext("2d");
    const image = pen.createImageData(canvas.width, canvas.height);
    fill2(image.data);
    pen.putImageData(image, 0, 0);
    return canvas;
  }
};

// src/lasso.ts
var SPACING = 3;
var MOST_CORNERS = 2e3;
var Lasso = class {
  /** Corners, in pixels of the screen. */
  path = [];
  length = 0;
  add(px, py) {
    const last2 = this.path.at(-1);
    const step = last2 === void 0 ? Infinity : Math.hypot(px - last2[0], py - last2[1]);
    if (step < SPACING || this.path.length >= MOST_CORNERS) return;
    if (last2 !== void 0) this.length += step;
    this.path.push([px, py]);
  }
  /** A loop so short is a click. */
  get is_click() {
    return this.length < 2 * SPACING;
  }
  /** The corners in the units of the data. */
  polygon(frame) {
    return this.path.map(([px, py]) => frame.to_data(px, py));
  }
  /** Rows inside: the loop is filled on a canvas, then each point asks its pixel. */
  rows(x, y, frame, width, height) {
    const [w, h2] = [Math.ceil(width), Math.ceil(height)];
    const canvas = document.createElement("canvas");
    canvas.width = w;
    canvas.height = h2;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.beginPath();
    this.path.forEach(([px, py], i) => i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py));
    pen.closePath();
    pen.fill("evenodd");
    const inside = new Uint32Array(pen.getImageData(0, 0, w, h2).data.buffer);
    const rows = [];
    for (let row = 0; row < x.length; row++) {
      const px = x[row] * frame.sx + frame.ox;
      const py = y[row] * frame.sy + frame.oy;
      if (px >= 0 && px < w && py >= 0 && py < h2 && inside[(py | 0) * w + (px | 0)] >>> 31) rows.push(row);
    }
    return rows;
  }
};

// src/scribble.ts
var Scribble = class {
  constructor(width, height, radius) {
    this.width = width;
    this.height = height;
    this.radius = radius;
  }
  width;
  height;
  radius;
  rows = /* @__PURE__ */ new Set();
  last = null;
  /** Go on to a place of the picture; the pixels that are new. */
  draw_to(x, y) {
    const fresh = [];
    const [fx, fy] = this.last ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fx, y - fy) / Math.max(1, this.radius / 2)));
    for (let step = 1; step <= steps; step++) {
      this.dab(fx + (x - fx) * step / steps, fy + (y - fy) * step / steps, fresh);
    }
    this.last = [x, y];
    return fresh;
  }
  dab(x, y, fresh) {
    const r = this.radius;
    for (let j = Math.max(0, Math.floor(y - r)); j <= Math.min(this.height - 1, Math.floor(y + r)); j++) {
      for (let i = Math.max(0, Math.floor(x - r)); i <= Math.min(this.width - 1, Math.floor(x + r)); i++) {
        const is_here = i === Math.floor(x) && j === Math.floor(y);
        if (!is_here && (i + 0.5 - x) ** 2 + (j + 0.5 - y) ** 2 > r * r) continue;
        const row = j * this.width + i;
        if (this.rows.has(row)) continue;
        this.rows.add(row);
        fresh.push(row);
      }
    }
  }
};

// src/pointer.ts
var REACH = 14;
var WHEEL = 16e-4;
var Pointer = class {
  constructor(store, stage, actions, picture, moving, hover) {
    this.store = store;
    this.stage = stage;
    this.actions = actions;
    this.picture = picture;
    this.moving = moving;
    this.hover = hover;
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
  store;
  stage;
  actions;
  picture;
  moving;
  hover;
  from = null;
  scribble = null;
  place(event) {
    const box = this.stage.above.getBoundingClientRect();
    const scale = this.stage.width / (box.width || 1);
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }
  down(event) {
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
  begin_stroke() {
    const { store } = this;
    if (store.tool === "brush" && store.armed === null) {
      store.say("Choose or type a category first: the brush gives it to the pixels.", true);
      this.from = null;
      return;
    }
    const { width, height } = this.picture.size;
    this.scribble = new Scribble(width, height, store.brush_size);
    this.stroke(this.from);
  }
  move(event) {
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
  stroke(place) {
    const fresh = this.scribble.draw_to(...this.stage.frame.to_data(...place));
    this.picture.touch(fresh, this.store.tool === "eraser" ? null : this.store.armed);
  }
  up(event) {
    const { moving, scribble } = this;
    const { lasso } = moving;
    this.stop();
    if (lasso?.is_click) this.click(event);
    else if (lasso) this.caught(lasso, event);
    else if (scribble && scribble.rows.size > 0) this.scribbled([...scribble.rows]);
  }
  stop() {
    this.from = this.moving.lasso = this.scribble = null;
    this.stage.refresh();
  }
  caught(lasso, event) {
    const { store, stage } = this;
    const all = store.is_picture ? this.pixels_in(lasso) : lasso.rows(store.x, store.y, stage.frame, stage.width, stage.height);
    const rows = store.isolated === null ? all : all.filter((row) => store.clusters[row] === store.isolated);
    this.actions.catch(rows, mode_of(event), lasso.polygon(stage.frame));
  }
  pixels_in(lasso) {
    const { width, height } = this.picture.size;
    const x = new Float32Array(width * height).map((_, row) => row % width + 0.5);
    const y = new Float32Array(width * height).map((_, row) => Math.floor(row / width) + 0.5);
    return lasso.rows(x, y, this.stage.frame, this.stage.width, this.stage.height);
  }
  click(event) {
    const row = this.stage.ground?.row_at(...this.place(event), REACH) ?? null;
    this.store.point_at(row);
    if (row !== null) this.actions.catch([row], mode_of(event));
    else if (mode_of(event) === "replace") this.actions.select([], "replace");
  }
  scribbled(rows) {
    const { store } = this;
    const category = store.armed === null ? void 0 : store.categories[store.armed];
    if (store.tool === "eraser") this.actions.clear(rows);
    else if (category !== void 0) this.actions.label(category, rows);
  }
};

// src/grid.ts
var Grid = class {
  constructor(x, y) {
    this.x = x;
    this.y = y;
    const n = x.length;
    this.side = Math.min(512, Math.max(8, Math.ceil(Math.sqrt(n / 4))));
    const [left, right] = span(x);
    const [bottom, top] = span(y);
    this.low = [left, bottom];
    this.step = [(right - left) / this.side || 1, (top - bottom) / this.side || 1];
    this.starts = new Uint32Array(this.side * this.side + 1);
    const cells = new Uint32Array(n);
    for (let row = 0; row < n; row++) {
      cells[row] = this.cell(x[row], 0) + this.side * this.cell(y[row], 1);
      this.starts[cells[row] + 1] += 1;
    }
    for (let i = 1; i < this.starts.length; i++) this.starts[i] += this.starts[i - 1];
    const next = this.starts.slice();
    this.rows = new Uint32Array(n);
    for (let row = 0; row < n; row++) this.rows[next[cells[row]]++] = row;
  }
  x;
  y;
  side;
  starts;
  rows;
  low;
  step;
  /** The row nearest to a place on the screen, if one is within `reach` pixels. */
  nearest(frame, px, py, reach) {
    let best = null;
    let least = reach * reach;
    this.visit(frame, px, py, reach, (row, distance) => {
      if (distance <= least) [best, least] = [row, distance];
    });
    return best;
  }
  /** All rows within `reach` pixels. */
  within(frame, px, py, reach) {
    const rows = [];
    this.visit(frame, px, py, reach, (row, distance) => {
      if (distance <= reach * reach) rows.push(row);
    });
    return rows;
  }
  visit(frame, px, py, reach, see) {
    const [x1, y1] = frame.to_data(px - reach, py - reach);
    const [x2, y2] = frame.to_data(px + reach, py + reach);
    const [left, right] = [this.cell(Math.min(x1, x2), 0), this.cell(Math.max(x1, x2), 0)];
    const [bottom, top] = [this.cell(Math.min(y1, y2), 1), this.cell(Math.max(y1, y2), 1)];
    for (let j = bottom; j <= top; j++) {
      const end = this.starts[right + this.side * j + 1];
      for (let k = this.starts[left + this.side * j]; k < end; k++) {
        const row = this.rows[k];
        const [qx, qy] = [this.x[row] * frame.sx + frame.ox - px, this.y[row] * frame.sy + frame.oy - py];
        see(row, qx * qx + qy * qy);
      }
    }
  }
  cell(value, axis) {
    const cell = Math.floor((value - this.low[axis]) / this.step[axis]);
    return cell > 0 ? Math.min(cell, this.side - 1) : 0;
  }
};
function span(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && value > -Infinity) low = value;
    if (value > high && value < Infinity) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

// src/sprites.ts
var DIM = 1;
var SELECTED = 2;
var LABELLED = 4;
var PALE_AT = 3;
var PALE_STEPS = 4;
var SIGN_AT = 5;
var look_of = (sign2, pale, marks) => sign2 << SIGN_AT | pale << PALE_AT | marks;
var PALE2 = 0.62;
var LEAST = 1.5;
var HARD = 90;
var SOLID = 235;
var FAINT = 20;
var pack = ([r, g, b]) => (4278190080 | b << 16 | g << 8 | r) >>> 0;
var Sprites = class {
  /** Of points of a radius in device pixels, for a buffer of rows of `stride` pixels. */
  constructor(theme, radius, stride, grain, is_new) {
    this.theme = theme;
    this.radius = radius;
    this.stride = stride;
    this.grain = grain;
    this.is_new = is_new;
  }
  theme;
  radius;
  stride;
  grain;
  is_new;
  made = [];
  canvas = document.createElement("canvas");
  get(look) {
    return this.made[look] ??= this.make(look);
  }
  /** Side of plain squares, in pixels. */
  get side() {
    return Math.min(6, Math.max(1, Math.round(1.7 * this.radius)));
  }
  /** Colour of each look as a plain square. */
  colours(most) {
    return Uint32Array.from({ length: most + 1 }, (_, look) => pack(this.colour(look)));
  }
  /** Looks that are drawn in stripes. */
  hatched(most) {
    return Uint8Array.from({ length: most + 1 }, (_, look) => Number(this.is_hatched(look)));
  }
  colour(look) {
    const { theme } = this;
    const pale = (look >> PALE_AT & PALE_STEPS - 1) / (PALE_STEPS - 1);
    return look & DIM ? mix(theme.line, theme.paper, 0.35) : mix(sign_colour(theme, look >> SIGN_AT), theme.paper, PALE2 * pale);
  }
  is_hatched(look) {
    return !(look & DIM) && this.is_new(look >> SIGN_AT);
  }
  make(look) {
    const colour = this.colour(look);
    const radius = Math.max(this.radius, LEAST) * (look & LABELLED ? 1.25 : 1);
    const half = Math.ceil(radius * 1.3 + 3);
    const side = 2 * half + 1;
    this.canvas.width = this.canvas.height = side;
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    pen.translate(half + 0.5, half + 0.5);
    const path = outline(look & DIM ? "disc" : shape_of(look >> SIGN_AT), radius);
    if (look & SELECTED) this.stroke(pen, path, this.theme.accent, Math.max(3.4, radius));
    if (look & LABELLED) this.stroke(pen, path, this.theme.ink, Math.max(2, radius * 0.6));
    if (this.is_hatched(look)) hatch(pen, path, colour, this.theme.paper, radius);
    else {
      pen.fillStyle = css(colour);
      pen.fill(path);
    }
    return this.pixels(pen.getImageData(0, 0, side, side).data, half, side);
  }
  stroke(pen, path, colour, width) {
    pen.strokeStyle = css(colour);
    pen.lineWidth = width;
    pen.lineJoin = "round";
    pen.stroke(path);
  }
  pixels(data, half, side) {
    const at = [], colour = [], rim = [], red_blue = [];
    const green = [], rest = [];
    for (let i = 0; i < side * side; i++) {
      const [r, g, b, alpha] = data.subarray(4 * i, 4 * i + 4);
      const place = (Math.floor(i / side) - half) * this.stride + i % side - half;
      if (alpha > (this.grain === "soft" ? SOLID : HARD)) {
        at.push(place);
        colour.push(pack([r, g, b]));
      } else if (alpha > FAINT && this.grain === "soft") {
        rim.push(place);
        red_blue.push((b << 16 | r) * alpha);
        green.push((g << 8) * alpha);
        rest.push(256 - alpha);
      }
    }
    return {
      at: Int32Array.from(at),
      colour: Uint32Array.from(colour),
      rim: Int32Array.from(rim),
      red_blue: Float64Array.from(red_blue),
      green: Float64Array.from(green),
      rest: Uint16Array.from(rest)
    };
  }
};
function hatch(pen, path, colour, paper, radius) {
  pen.fillStyle = css(paper);
  pen.fill(path);
  pen.save();
  pen.clip(path);
  pen.strokeStyle = css(colour);
  pen.lineWidth = Math.max(1, radius * 0.34);
  for (let at = -3 * radius; at <= 3 * radius; at += Math.max(2.4, radius * 0.85)) {
    pen.beginPath();
    pen.moveTo(at - 2 * radius, 2 * radius);
    pen.lineTo(at + 2 * radius, -2 * radius);
    pen.stroke();
  }
  pen.restore();
  pen.strokeStyle = css(colour);
  pen.lineWidth = Math.max(1, radius * 0.3);
  pen.stroke(path);
}

// src/points.ts
var MARGIN3 = 32;
var LAYERS = 4;
var EDGE = 16;
var STRIPE2 = 8;
var [HARD2, SQUARE] = [3e4, 4e5];
var grain_for = (n) => n <= HARD2 ? "soft" : n <= SQUARE ? "hard" : "square";
function radius_for(n, zoom) {
  const steps = [[1500, 4.6], [6e3, 3.8], [25e3, 3], [12e4, 2.1], [4e5, 1.5]];
  const whole = steps.find(([most]) => n <= most)?.[1] ?? 1;
  return Math.min(whole * Math.max(1, zoom) ** 0.4, 6.5);
}
var Points = class {
  x = new Float32Array(0);
  y = new Float32Array(0);
  look = new Uint32Array(0);
  most_look = 0;
  /** Where those begin that are labelled or chosen. */
  first_marked = 0;
  size = 0;
  /** Put rows in order: what is dimmed below, what is labelled and chosen above. */
  arrange(store) {
    const n = Math.min(store.x.length, store.clusters.length);
    if (this.x.length !== n) {
      this.x = new Float32Array(n);
      this.y = new Float32Array(n);
      this.look = new Uint32Array(n);
    }
    const { clusters, certainty, labels, isolated, signs } = store;
    const { chosen } = store.selection;
    const looks = new Uint32Array(n);
    const layers = new Uint8Array(n);
    const starts = new Int32Array(LAYERS + 1);
    let most = 0;
    for (let row = 0; row < n; row++) {
      const marks = (labels[row] >= 0 ? LABELLED : 0) | (chosen[row] ? SELECTED : 0);
      const is_dim = isolated !== null && clusters[row] !== isolated;
      const pale = (255 - certainty[row]) * PALE_STEPS >> 8;
      looks[row] = is_dim ? look_of(0, 0, DIM | marks & SELECTED) : look_of(signs[clusters[row]] ?? clusters[row], pale, marks);
      if (looks[row] > most) most = looks[row];
      layers[row] = marks & SELECTED ? 3 : is_dim ? 0 : marks & LABELLED ? 2 : 1;
      starts[layers[row] + 1] += 1;
    }
    for (let layer = 1; layer < LAYERS; layer++) starts[layer] += starts[layer - 1];
    for (let row = 0; row < n; row++) {
      const at = starts[layers[row]]++;
      this.x[at] = store.x[row];
      this.y[at] = store.y[row];
      this.look[at] = looks[row];
    }
    this.size = n;
    this.first_marked = starts[1];
    this.most_look = most;
  }
  /** Paint into a buffer of width × height pixels with a margin all around. */
  paint(buffer, width, height, frame, ratio, sprites) {
    const onto = {
      buffer,
      right: width + 2 * MARGIN3 - EDGE,
      bottom: height + 2 * MARGIN3 - EDGE,
      sx: frame.sx * ratio,
      ox: frame.ox * ratio + MARGIN3,
      sy: frame.sy * ratio,
      oy: frame.oy * ratio + MARGIN3
    };
    const plain2 = sprites.grain === "square" ? this.first_marked : 0;
    this.paint_squares(onto, sprites, plain2);
    this.paint_sprites(onto, sprites, plain2);
  }
  paint_squares(onto, sprites, end) {
    if (end === 0) return;
    const { x, y, look } = this;
    const { buffer, right, bottom, sx, ox, sy, oy } = onto;
    const { stride, side } = sprites;
    const colours = sprites.colours(this.most_look);
    const hatched = sprites.hatched(this.most_look);
    for (let i = 0; i < end; i++) {
      const px = x[i] * sx + ox;
      const py = y[i] * sy + oy;
      if (!(px >= EDGE && px < right && py >= EDGE && py < bottom)) continue;
      const left = px | 0;
      const top = py | 0;
      if (hatched[look[i]] && (left + top) % STRIPE2 < 3) continue;
      const colour = colours[look[i]];
      let place = top * stride + left;
      for (let j = 0; j < side; j++, place += stride) for (let k = 0; k < side; k++) buffer[place + k] = colour;
    }
  }
  paint_sprites(onto, sprites, start) {
    const { x, y, look, size } = this;
    const { buffer, right, bottom, sx, ox, sy, oy } = onto;
    const { stride } = sprites;
    for (let i = start; i < size; i++) {
      const px = x[i] * sx + ox;
      const py = y[i] * sy + oy;
      if (!(px >= EDGE && px < right && py >= EDGE && py < bottom)) continue;
      const { at, colour, rim, red_blue, green, rest } = sprites.get(look[i]);
      const place = (py | 0) * stride + (px | 0);
      for (let k = 0; k < at.length; k++) buffer[place + at[k]] = colour[k];
      for (let k = 0; k < rim.length; k++) {
        const below = buffer[place + rim[k]];
        const stays = rest[k];
        buffer[place + rim[k]] = 4278190080 | red_blue[k] + (below & 16711935) * stays >>> 8 & 16711935 | green[k] + (below & 65280) * stays >>> 8 & 65280;
      }
    }
  }
};

// src/scatter.ts
var SLOW = 11;
var Scatter = class {
  constructor(store, stage, theme) {
    this.store = store;
    this.stage = stage;
    this.theme = theme;
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
  store;
  stage;
  theme;
  points = new Points();
  is_arranged = false;
  /** Milliseconds that painting in full takes of late. */
  slowness = 0;
  sprites = /* @__PURE__ */ new Map();
  grid = null;
  image = null;
  buffer = new Uint32Array(0);
  fit(stage) {
    stage.frame.fit(this.store.x, this.store.y, stage.width, stage.height);
  }
  /** Paint the points; if that is slow, plainer while the map moves, and in full when it rests. */
  paint(stage) {
    if (!this.is_arranged) this.points.arrange(this.store);
    this.is_arranged = true;
    const { width, height } = stage.below;
    const fine = grain_for(this.points.size);
    const grain = stage.is_moving && this.slowness > SLOW ? "square" : fine;
    const sprites = this.sprites_for(stage, width + 2 * MARGIN3, grain);
    const image = this.image_of(width, height);
    const start = performance.now();
    this.buffer.fill(pack(this.theme().paper));
    this.points.paint(this.buffer, width, height, stage.frame, stage.ratio, sprites);
    if (grain === fine) this.slowness = 0.5 * (this.slowness + performance.now() - start);
    stage.below.getContext("2d", { alpha: false }).putImageData(image, -MARGIN3, -MARGIN3);
  }
  row_at(px, py, reach) {
    return this.rows_by_place().nearest(this.stage.frame, px, py, reach);
  }
  rows_around(px, py, reach) {
    return this.rows_by_place().within(this.stage.frame, px, py, reach);
  }
  place(row) {
    const { x, y } = this.store;
    return row < x.length && Number.isFinite(x[row] + y[row]) ? this.stage.frame.to_screen(x[row], y[row]) : null;
  }
  rows_by_place() {
    return this.grid ??= new Grid(this.store.x, this.store.y);
  }
  rearrange() {
    this.is_arranged = false;
    this.stage.refresh(true);
  }
  sprites_for(stage, stride, grain) {
    const radius = Math.round(radius_for(this.points.size, stage.frame.zoom) * stage.ratio * 2) / 2;
    const key = `${radius} ${stride} ${grain}`;
    let sprites = this.sprites.get(key);
    if (sprites === void 0) {
      const fresh = new Set(this.store.partition?.clusters.filter((one) => one.is_new).map((one) => this.store.sign_of(one.id)));
      sprites = new Sprites(this.theme(), radius, stride, grain, (sign2) => fresh.has(sign2));
      this.sprites.set(key, sprites);
    }
    return sprites;
  }
  image_of(width, height) {
    const [w, h2] = [width + 2 * MARGIN3, height + 2 * MARGIN3];
    if (this.image === null || this.image.width !== w || this.image.height !== h2) {
      this.image = new ImageData(w, h2);
      this.buffer = new Uint32Array(this.image.data.buffer);
    }
    return this.image;
  }
};

// src/frame.ts
var SAMPLE = 4e3;
var OUTSIDE = 2e-3;
var WIDE = 1.6;
var PADDING = 34;
var NEAREST = 2e3;
var Frame = class {
  sx = 1;
  ox = 0;
  sy = -1;
  oy = 0;
  zoom = 1;
  to_screen(x, y) {
    return [x * this.sx + this.ox, y * this.sy + this.oy];
  }
  to_data(px, py) {
    return [(px - this.ox) / this.sx, (py - this.oy) / this.sy];
  }
  /** Show all points; a few far outliers may lie beyond the edge. */
  fit(x, y, width, height) {
    const [left, right] = extent(x);
    const [low, high] = extent(y);
    this.sx = Math.max(width - 2 * PADDING, 40) / (right - left);
    this.sy = -Math.max(height - 2 * PADDING, 40) / (high - low);
    this.ox = width / 2 - this.sx * (left + right) / 2;
    this.oy = height / 2 - this.sy * (low + high) / 2;
    this.zoom = 1;
  }
  /** Show a picture, whole and undistorted. */
  fit_picture(columns, rows, width, height) {
    const scale = Math.min(width / columns, height / rows) * 0.98;
    this.sx = this.sy = scale;
    this.ox = (width - columns * scale) / 2;
    this.oy = (height - rows * scale) / 2;
    this.zoom = 1;
  }
  pan(dx, dy) {
    this.ox += dx;
    this.oy += dy;
  }
  /** Zoom so that what is at (px, py) stays there. */
  zoom_at(factor, px, py) {
    const own = Math.min(Math.max(this.zoom * factor, 0.2), NEAREST) / this.zoom;
    this.zoom *= own;
    this.sx *= own;
    this.sy *= own;
    this.ox = px + (this.ox - px) * own;
    this.oy = py + (this.oy - py) * own;
  }
  /** Move as little as needed for a point to be seen. */
  reveal(x, y, width, height) {
    const [px, py] = this.to_screen(x, y);
    if (px >= 12 && px <= width - 12 && py >= 12 && py <= height - 12) return false;
    this.pan(width / 2 - px, height / 2 - py);
    return true;
  }
};
function extent(values) {
  const step = Math.max(1, Math.floor(values.length / SAMPLE));
  const sample = [];
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    if (i % step === 0) sample.push(value);
  }
  if (sample.length === 0) return [-1, 1];
  sample.sort((a, b) => a - b);
  const low = sample[Math.floor(OUTSIDE * (sample.length - 1))];
  const high = sample[Math.ceil((1 - OUTSIDE) * (sample.length - 1))];
  if (most - least > WIDE * (high - low) && high > low) [least, most] = [low, high];
  return most > least ? [least, most] : [least - 0.5, least + 0.5];
}

// src/stage.ts
var REST = 140;
var HINT = "Arrows go from row to row, Space chooses, digits label. The panel Keys lists all.";
var Stage = class {
  element;
  below = h("canvas", { class: "below", "aria-hidden": "true" });
  above = h("canvas", {
    class: "above",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "map"
  });
  frame = new Frame();
  width = 0;
  height = 0;
  ratio = 1;
  ground = null;
  draw_above = () => {
  };
  /** The map is being moved or zoomed. */
  is_moving = false;
  rest = 0;
  is_ground_old = true;
  is_waiting = false;
  must_fit = true;
  constructor() {
    const hint = h("p", { id: unique("keys"), class: "unseen" }, [HINT]);
    this.above.setAttribute("aria-describedby", hint.id);
    this.element = h("div", { class: "stage" }, [this.below, this.above, hint]);
    new ResizeObserver(() => this.resize()).observe(this.element);
  }
  /** Draw in the next frame; with `ground`, not only what is above it. */
  refresh(ground = false) {
    this.is_ground_old ||= ground;
    if (this.is_waiting) return;
    this.is_waiting = true;
    requestAnimationFrame(() => this.draw());
  }
  fit() {
    this.must_fit = true;
    this.refresh(true);
  }
  pan(dx, dy) {
    this.frame.pan(dx, dy);
    this.move();
  }
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    this.frame.zoom_at(factor, px, py);
    this.move();
  }
  move() {
    this.is_moving = true;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.is_moving = false;
      this.refresh(true);
    }, REST);
    this.refresh(true);
  }
  resize() {
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
  draw() {
    this.is_waiting = false;
    if (this.width === 0) return;
    if (this.must_fit && this.ground !== null) {
      this.ground.fit(this);
      this.must_fit = false;
      this.is_ground_old = true;
    }
    if (this.is_ground_old) this.ground?.paint(this);
    this.is_ground_old = false;
    const pen = this.above.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.above.width, this.above.height);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.draw_above(pen);
  }
};

// src/store.ts
var Store = class {
  session = null;
  rgba = null;
  positions = null;
  x = new Float32Array(0);
  y = new Float32Array(0);
  about_labels = null;
  labels = new Int16Array(0);
  partition = null;
  /** The sign of each cluster, a number for its colour and shape. */
  signs = [];
  clusters = new Uint16Array(0);
  certainty = new Uint8Array(0);
  findings = null;
  busy = { type: "busy", what: null };
  offer = null;
  saved = null;
  row = null;
  column = null;
  selection = new Selection();
  /** The row that the keyboard, a list or the mouse is at. */
  cursor = null;
  isolated = null;
  /** The category that the next lasso or stroke gives. */
  armed = null;
  tool = "lasso";
  overlay = "regions";
  brush_size = 8;
  /** Whether labels are answered by themselves, or on request. */
  is_live = true;
  is_connected = true;
  connection_words = "";
  notice = { words: "", is_error: false };
  listeners = /* @__PURE__ */ new Map();
  get n() {
    return this.session?.n ?? 0;
  }
  /** What a row is called. */
  get noun() {
    return this.session?.picture ? "pixel" : "row";
  }
  get categories() {
    return this.about_labels?.categories ?? this.session?.categories ?? [];
  }
  get is_picture() {
    return this.session?.picture != null && (this.positions === null || this.positions.view.kind === "pixels");
  }
  on(topics, listener) {
    for (const topic of [topics].flat()) {
      if (!this.listeners.has(topic)) this.listeners.set(topic, []);
      this.listeners.get(topic).push(listener);
    }
  }
  tell(topic) {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }
  say(words, is_error = false) {
    this.notice = { words, is_error };
    this.tell("notice");
  }
  /** What is laid over a picture now: before there are categories, regions are clusters. */
  get laid() {
    const has_categories = this.partition?.clusters.some((one) => one.category !== null) ?? false;
    return this.overlay === "regions" && !has_categories ? "clusters" : this.overlay;
  }
  sign_of(cluster) {
    return this.signs[cluster] ?? cluster;
  }
  /** A category, by its number or as it is. */
  category_name(category) {
    return typeof category === "number" ? this.categories[category] ?? null : category;
  }
  /** Take in a message of the session. */
  receive(header, buffers) {
    switch (header.type) {
      case "session":
        if (this.session === null || this.session.n !== header.n) this.forget(header.n);
        this.session = header;
        this.rgba = buffers["rgba"] ?? this.rgba;
        break;
      case "positions":
        this.positions = header;
        this.x = buffers["x"] ?? new Float32Array(0);
        this.y = buffers["y"] ?? new Float32Array(0);
        break;
      case "labels":
        this.about_labels = header;
        this.labels = buffers["labels"];
        break;
      case "partition":
        this.partition = header;
        this.signs = [];
        for (const one of header.clusters) this.signs[one.id] = one.colour ?? one.id;
        this.clusters = buffers["clusters"];
        this.certainty = buffers["certainty"];
        if (this.isolated !== null && !header.clusters.some((one) => one.id === this.isolated)) this.isolate(null);
        break;
      case "findings":
        this.findings = header;
        break;
      case "busy":
        this.busy = header;
        break;
      case "offer":
        this.offer = header.offer === null ? null : header;
        if (header.offer === null && header.sentence !== null) this.say(header.sentence);
        break;
      case "saved":
        this.saved = header;
        break;
      case "row":
        this.row = header;
        break;
      case "column":
        this.column = { name: header.name, values: buffers["values"] };
        break;
      case "live":
        this.is_live = header.on;
        break;
      case "error":
        this.say(header.sentence, true);
        return;
      case "done":
        return;
    }
    this.tell(header.type);
  }
  point_at(row) {
    if (row === this.cursor) return;
    this.cursor = row;
    this.tell("cursor");
  }
  isolate(cluster) {
    this.isolated = cluster;
    this.tell("isolated");
  }
  arm(category) {
    this.armed = category;
    this.tell("armed");
  }
  take(tool) {
    this.tool = tool;
    this.tell("tool");
  }
  /** Number of labelled rows of each category. */
  label_counts() {
    const counts = new Array(this.categories.length).fill(0);
    for (const label of this.labels) if (label >= 0) counts[label] += 1;
    return counts;
  }
  forget(n) {
    this.selection.resize(n);
    this.labels = new Int16Array(n).fill(-1);
    this.clusters = new Uint16Array(n);
    this.certainty = new Uint8Array(n).fill(255);
    this.cursor = this.isolated = this.armed = null;
  }
};

// src/app.ts
function build(model, el, is_alone) {
  const store = new Store();
  const actions = new Actions(model, store);
  const stage = new Stage();
  const moving = { lasso: null, brush: null, disc: 0 };
  const root = h("div", {
    class: `cecib-explore${is_alone ? " alone" : ""}`,
    "data-lm-suppress-shortcuts": "true",
    "data-ready": "false"
  });
  let theme = read_theme(root);
  const scatter = new Scatter(store, stage, () => theme);
  const picture = new Picture(store, stage, () => theme);
  new Overlay(store, stage, () => theme, moving);
  const hover = new Hover(store, stage, actions);
  new Pointer(store, stage, actions, picture, moving, (row, px, py) => hover.at(row, px, py));
  const go = (row) => point_at(actions, stage, row);
  const bar = new CategoryBar(store, actions, () => stage.above.focus());
  const tabs = new Tabs([
    clusters_panel(store, actions),
    columns_panel(store, actions),
    suspects_panel(store, actions, go),
    asks_panel(store, actions, go),
    beta_panel(store, actions),
    tree_panel(store),
    save_panel(store, actions),
    help_panel()
  ]);
  store.on("session", () => tabs.suit(store.is_picture));
  stage.element.append(hover.element, make_notices(store, actions));
  root.append(
    h("div", { class: "left" }, [make_toolbar(store, actions, stage), stage.element, bar.element, make_status(store)]),
    tabs.element
  );
  el.append(h("div", { class: "cecib-frame" }, [root]));
  follow_ground(store, stage, scatter, picture);
  listen_to_keys(is_alone ? document : root, { actions, stage, scatter, bar, tabs, moving, hover });
  const unfollow = follow_theme(root, () => {
    theme = read_theme(root);
    store.tell("theme");
  });
  describe(store, stage, root);
  store.take("lasso");
  const disconnect = connect(model, store, actions);
  return () => {
    unfollow();
    disconnect();
  };
}
function follow_ground(store, stage, scatter, picture) {
  let was_picture = false;
  store.on(["session", "positions"], () => {
    stage.ground = store.is_picture ? picture : store.positions === null ? null : scatter;
    if (store.is_picture !== was_picture) {
      store.take(store.is_picture ? "brush" : "lasso");
      store.arm(null);
    }
    was_picture = store.is_picture;
    stage.fit();
  });
}
function describe(store, stage, root) {
  store.on(["session", "labels", "partition", "findings", "selection", "positions"], () => {
    root.dataset["ready"] = String(store.session !== null && stage.ground !== null && store.partition !== null);
    root.dataset["found"] = String(store.findings?.revision ?? -1);
    root.classList.toggle("picture", store.is_picture);
    root.dataset["labelled"] = String(store.about_labels?.n_labelled ?? 0);
    root.dataset["chosen"] = String(store.selection.size);
    root.dataset["clusters"] = String(store.partition?.n_clusters ?? 0);
    root.dataset["revision"] = String(store.partition?.revision ?? -1);
    stage.above.setAttribute(
      "aria-label",
      `Map of ${number(store.n, "row")} in ${number(store.partition?.n_clusters ?? 0, "cluster")}, ${store.selection.size} chosen`
    );
  });
}
function connect(model, store, actions) {
  const hear = (header, buffers) => store.receive(header, name_buffers(header, buffers));
  const changed = (is_connected, words) => {
    store.is_connected = is_connected;
    store.connection_words = words;
    store.tell("connection");
    if (!is_connected) return;
    const view = store.positions?.view;
    actions.send("hello");
    if (view !== void 0) actions.look(view);
  };
  model.on("msg:custom", hear);
  model.on("connection", changed);
  return () => {
    model.off("msg:custom", hear);
    model.off("connection", changed);
  };
}

// src/host.ts
var SOONEST = 400;
var LATEST = 4e3;
var TOO_MANY = 4429;
var SocketModel = class {
  constructor(address, token) {
    this.address = address;
    this.token = token;
  }
  address;
  token;
  socket = null;
  listeners = /* @__PURE__ */ new Map();
  pause = SOONEST;
  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, /* @__PURE__ */ new Set());
    this.listeners.get(event).add(listener);
  }
  off(event, listener) {
    if (listener) this.listeners.get(event)?.delete(listener);
    else this.listeners.delete(event);
  }
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.emit("connection", false, "The server is gone: this was not sent.");
  }
  /** Open the connection, again and again if it breaks. */
  connect() {
    let was_open = false;
    const socket = new WebSocket(this.address, ["cecib", this.token]);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      was_open = true;
      this.pause = SOONEST;
      this.emit("connection", true, "");
    };
    socket.onmessage = (event) => {
      const [header, buffers] = read_frame(event.data);
      this.emit("msg:custom", header, buffers);
    };
    socket.onclose = (event) => {
      if (event.code === TOO_MANY) {
        this.pause = LATEST;
        this.emit("connection", false, "Too many pages show this session: close one of them.");
      } else {
        this.emit("connection", false, was_open ? "The server is gone." : "There is no answer: cecib explore has ended, or this address is of an earlier one.");
      }
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 1.6, LATEST);
    };
  }
  emit(event, ...values) {
    for (const listener of this.listeners.get(event) ?? []) listener(...values);
  }
};
function own_model() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new SocketModel(`${scheme}//${location.host}/session`, location.hash.slice(1));
}

// src/explore.ts
function render({ model, el }) {
  const stop = build(model, el, false);
  model.send({ type: "hello" });
  return stop;
}
var alone = document.getElementById("cecib-alone");
if (alone !== null) {
  const model = own_model();
  build(model, alone, true);
  model.connect();
  window.addEventListener("hashchange", () => location.reload());
}
var explore_default = { render };
export {
  explore_default as default
};
