// The page, put together: map, bars and panels around one store.

import { Actions } from "./actions";
import { CategoryBar } from "./category_bar";
import { h } from "./dom";
import type { Model } from "./host";
import { Hover } from "./hover";
import { listen_to_keys, point_at } from "./keys";
import { name_buffers, type Header } from "./messages";
import { make_notices, make_status } from "./notices";
import { Overlay, type Moving } from "./overlay";
import { asks_panel } from "./panels/asks";
import { beta_panel } from "./panels/beta";
import { clusters_panel } from "./panels/clusters";
import { columns_panel } from "./panels/columns";
import { help_panel } from "./panels/help";
import { save_panel } from "./panels/save";
import { suspects_panel } from "./panels/suspects";
import { Tabs } from "./panels/tabs";
import { tree_panel } from "./panels/tree";
import { Picture } from "./picture";
import { Pointer } from "./pointer";
import { Scatter } from "./scatter";
import { Stage } from "./stage";
import { Store } from "./store";
import { follow_theme, read_theme } from "./theme";
import { make_toolbar } from "./toolbar";
import { number } from "./words";

/** Build the page in an element; what comes back takes it down again. */
export function build(model: Model, el: HTMLElement, is_alone: boolean): () => void {
  const store = new Store();
  const actions = new Actions(model, store);
  const stage = new Stage();
  const moving: Moving = { lasso: null, brush: null, disc: 0 };
  const root = h("div", {
    class: `cecib-explore${is_alone ? " alone" : ""}`, "data-lm-suppress-shortcuts": "true", "data-ready": "false",
  });
  let theme = read_theme(root);
  const scatter = new Scatter(store, stage, () => theme);
  const picture = new Picture(store, stage, () => theme);
  new Overlay(store, stage, () => theme, moving);
  const hover = new Hover(store, stage, actions);
  new Pointer(store, stage, actions, picture, moving, (row, px, py) => hover.at(row, px, py));

  const go = (row: number): void => point_at(actions, stage, row);
  const bar = new CategoryBar(store, actions, () => stage.above.focus());
  const tabs = new Tabs([
    clusters_panel(store, actions), columns_panel(store, actions), suspects_panel(store, actions, go),
    asks_panel(store, actions, go), beta_panel(store, actions), tree_panel(store), save_panel(store, actions), help_panel(),
  ]);
  store.on("session", () => tabs.suit(store.is_picture));
  stage.element.append(hover.element, make_notices(store, actions));
  root.append(
    h("div", { class: "left" }, [make_toolbar(store, actions, stage), stage.element, bar.element, make_status(store)]),
    tabs.element,
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

/** Points or picture, as the view says. Whenever rows have moved, all are shown. */
function follow_ground(store: Store, stage: Stage, scatter: Scatter, picture: Picture): void {
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

function describe(store: Store, stage: Stage, root: HTMLElement): void {
  store.on(["session", "labels", "partition", "findings", "selection", "positions"], () => {
    root.dataset["ready"] = String(store.session !== null && stage.ground !== null && store.partition !== null);
    root.dataset["found"] = String(store.findings?.revision ?? -1);
    root.classList.toggle("picture", store.is_picture);
    root.dataset["labelled"] = String(store.about_labels?.n_labelled ?? 0);
    root.dataset["chosen"] = String(store.selection.size);
    root.dataset["clusters"] = String(store.partition?.n_clusters ?? 0);
    root.dataset["revision"] = String(store.partition?.revision ?? -1);
    stage.above.setAttribute("aria-label",
      `Map of ${number(store.n, "row")} in ${number(store.partition?.n_clusters ?? 0, "cluster")}, ${store.selection.size} chosen`);
  });
}

function connect(model: Model, store: Store, actions: Actions): () => void {
  const hear = (header: Header, buffers: (ArrayBuffer | ArrayBufferView)[]): void => store.receive(header, name_buffers(header, buffers));
  const changed = (is_connected: boolean, words: string): void => {
    store.is_connected = is_connected;
    store.connection_words = words;
    store.tell("connection");
    if (!is_connected) return;
    const view = store.positions?.view;
    actions.send("hello");
    if (view !== undefined) actions.look(view);
  };
  model.on("msg:custom", hear as never);
  model.on("connection", changed as never);
  return () => {
    model.off("msg:custom", hear as never);
    model.off("connection", changed as never);
  };
}
