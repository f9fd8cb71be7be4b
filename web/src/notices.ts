// What is going on: the session at work, a better partition, errors, the server gone.

import type { Actions } from "./actions";
import { button, h, refill } from "./dom";
import type { Store } from "./store";
import { count, number } from "./words";

const STAYS = 6000;

export function make_notices(store: Store, actions: Actions): HTMLElement {
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
      }),
    ]);
  });
  store.on("notice", () => {
    window.clearTimeout(timer);
    words.hidden = store.notice.words === "";
    words.classList.toggle("alarm", store.notice.is_error);
    words.textContent = store.notice.words;
    timer = window.setTimeout(() => (words.hidden = true), store.notice.is_error ? 2 * STAYS : STAYS);
  });
  return h("div", { class: "notices" }, [connection, offer, words]);
}

export function make_status(store: Store): HTMLElement {
  const facts = h("span");
  const busy = h("span", { class: "busy", role: "status" });
  const tell = (): void => {
    if (store.session === null) return;
    const { partition, about_labels, findings } = store;
    const parts = [`${number(store.n, store.noun)}, ${count(about_labels?.n_labelled ?? 0)} labelled`];
    if (partition !== null) parts.push(`${number(partition.n_clusters, "cluster")}, ${partition.cost.toFixed(4).replace("-", "−")} nats per ${store.noun}`);
    if (partition !== null && partition.revision !== about_labels?.revision) parts.push("not yet with the latest labels");
    refill(facts, [`${[...parts, ...(findings?.notes ?? []).slice(0, 2)].join(" · ")}`]);
  };
  store.on(["session", "labels", "partition", "findings"], tell);
  store.on("busy", () => {
    const { what, progress } = store.busy;
    const done = typeof progress === "number" ? ` ${Math.round(progress * 100)} %` : progress ? ` ${progress}` : "";
    busy.textContent = what === "answering" ? "answering …" : what === "searching" ? `searching for a better partition …${done}` : "";
  });
  return h("footer", { class: "status" }, [facts, busy]);
}
