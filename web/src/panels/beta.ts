// How much a label counts: the path of β, where it was chosen, and a field to say otherwise.

import type { Actions } from "../actions";
import { button, focused_near, h, refill, svg } from "../dom";
import type { Store } from "../store";
import { brief } from "../words";
import type { Panel } from "./tabs";

const [WIDTH, HEIGHT, MARGIN] = [340, 170, 34];

export function beta_panel(store: Store, actions: Actions): Panel {
  const words = h("p", { class: "about" });
  const figure = h("figure");
  const field = h("input", { type: "number", min: 0, max: 1000, step: "any", "aria-label": "β: how often a label counts" }, [], {
    keydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") set();
    },
  });
  const set = (): void => {
    if (field.value !== "") actions.send("beta", { value: Number(field.value) });
  };
  const fill = (): void => {
    const beta = store.findings?.beta;
    const value = store.partition?.beta ?? beta?.value;
    if (value === undefined) return;
    words.textContent = `A label counts ${brief(value)} times as much as a measurement (β = ${brief(value)}). ${beta?.chosen_by ?? ""}`;
    if (focused_near(field) !== field) field.value = String(value);
    refill(figure, beta && beta.path.length > 1 ? [drawn(beta.path, beta.value), caption()] : []);
  };
  store.on(["findings", "partition"], fill);
  return {
    id: "beta", name: "β",
    element: h("section", {}, [
      words, figure,
      h("div", { class: "group" }, [
        h("label", {}, ["β ", field]), button("Set", "Use this β", set),
        button("Let hidden labels choose", "Choose β by labels that are hidden in turn", () => actions.send("beta", { value: "auto" })),
      ]),
    ]),
  };
}

const caption = (): HTMLElement =>
  h("figcaption", {}, ["Higher: labels that were hidden in turn are more probable. The filled one was chosen: the plainer one, unless another is clearly better."]);

function drawn(path: [number, number][], chosen: number): SVGElement {
  const scores = path.map(([, score]) => score).filter(Number.isFinite);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const x = (i: number): number => MARGIN + ((WIDTH - 2 * MARGIN) * i) / Math.max(path.length - 1, 1);
  const y = (score: number): number => 18 + (HEIGHT - 62) * (high > low ? (high - score) / (high - low) : 0.5);
  const places = path.map(([, score], i) => `${x(i).toFixed(1)},${y(score).toFixed(1)}`);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `How β was chosen: ${path.map(([b, s]) => `${brief(b)}: ${brief(s)}`).join(", ")}` }, [
    svg("polyline", { class: "curve", points: places.join(" ") }),
    ...path.map(([beta, score], i) => svg("circle", { class: beta === chosen ? "mark chosen" : "mark", cx: x(i), cy: y(score), r: 5 })),
    ...path.map(([beta], i) => svg("text", { class: beta === chosen ? "name" : "small", x: x(i), y: HEIGHT - 22, "text-anchor": "middle" }, [brief(beta, 2)])),
    svg("text", { class: "small", x: WIDTH / 2, y: HEIGHT - 4, "text-anchor": "middle" }, [`β; score from ${brief(low, 3)} to ${brief(high, 3)}`]),
  ]);
}
