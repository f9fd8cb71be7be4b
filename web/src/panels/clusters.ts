// The clusters as a table; a click or Enter shows one by itself.

import type { Actions } from "../actions";
import { button, focused_near, h, refill } from "../dom";
import type { Cluster } from "../messages";
import type { Store } from "../store";
import { count, named, number, percent, short } from "../words";
import { sign } from "./sign";
import type { Panel } from "./tabs";

export function clusters_panel(store: Store, actions: Actions): Panel {
  const body = h("tbody", {}, [], { keydown: (event: KeyboardEvent) => walk(event, body) });
  const head = h("thead", {}, [h("tr", {}, ["cluster", "rows", "category", "sure"].map((name) => h("th", { scope: "col" }, [name])))]);
  const choose = button("Choose its rows", "Choose all rows of the cluster shown (A)", () => actions.select_shown());
  const all = button("Show all", "Show all clusters (Esc)", () => store.isolate(null));
  const search = button("Search anew", "Search in full for a better partition, now", () => actions.send("search"));
  const about = h("p", { class: "about" });

  const fill = (): void => {
    const kept = focused(body);
    refill(body, (store.partition?.clusters ?? []).map((one, i) => line(store, one, i)));
    if (kept >= 0) (body.children[kept] as HTMLElement | undefined)?.focus();
    const shown = store.partition?.clusters.find((one) => one.id === store.isolated);
    all.disabled = shown === undefined;
    choose.textContent = shown === undefined ? "Choose all rows" : "Choose its rows";
    about.textContent = shown === undefined
      ? "Click a cluster, or Enter, to see it by itself. Stripes: new, no label reaches it. Pale: uncertain."
      : `Cluster ${shown.id}: ${shown.about || number(shown.size, "row")}`;
  };
  store.on(["partition", "isolated", "labels"], fill);

  return {
    id: "clusters", name: "Clusters",
    element: h("section", {}, [
      h("div", { class: "group" }, [choose, all, search]), about,
      h("div", { class: "scroll" }, [h("table", { class: "wide clusters", role: "grid", "aria-label": "Clusters" }, [head, body])]),
    ]),
  };
}

function line(store: Store, one: Cluster, at: number): HTMLElement {
  const name = one.is_new ? "new" : store.category_name(one.category);
  const toggle = (): void => store.isolate(store.isolated === one.id ? null : one.id);
  return h("tr", {
    tabindex: at === 0 ? 0 : -1, class: store.isolated === one.id ? "shown" : null, "data-cluster": one.id,
    "aria-selected": String(store.isolated === one.id), title: one.about,
    "aria-label": `cluster ${one.id}, ${number(one.size, "row")}, ${name ?? "no category"}`,
  }, [
    h("td", {}, [sign(store.sign_of(one.id), one.is_new), String(one.id)]),
    h("td", {}, [count(one.size), " ", h("small", {}, [percent(one.share)])]),
    h("td", {}, [
      one.is_new ? h("em", {}, ["new"]) : name === null ? "–" : named(name, 22),
      one.about ? h("small", { class: "block" }, [short(one.about, 90)]) : null,
    ]),
    h("td", {}, [percent(one.sure)]),
  ], {
    click: toggle,
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      toggle();
      event.preventDefault();
    },
  });
}

const focused = (body: HTMLElement): number => [...body.children].indexOf(focused_near(body) as Element);

function walk(event: KeyboardEvent, body: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = focused(body);
  if (step === undefined || at < 0) return;
  const next = body.children[at + step] as HTMLElement | undefined;
  if (next) {
    for (const one of body.children) (one as HTMLElement).tabIndex = one === next ? 0 : -1;
    next.focus();
  }
  event.preventDefault();
}
