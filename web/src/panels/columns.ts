// A column as a histogram; what is brushed is chosen.

import type { Actions } from "../actions";
import { h, refill, svg } from "../dom";
import { mode_of } from "../selection";
import type { Store } from "../store";
import { brief, short } from "../words";
import type { Panel } from "./tabs";

const [WIDTH, HEIGHT, BINS] = [340, 150, 40];

export function columns_panel(store: Store, actions: Actions): Panel {
  const names = h("select", { "aria-label": "Column" }, [], { change: () => ask() });
  const figure = h("div", { class: "histogram" });
  const [from, to] = ["From", "To"].map((name) =>
    h("input", { type: "number", step: "any", "aria-label": name }, [], { change: () => brush([Number(from.value), Number(to.value)], "replace") }));
  let bounds: [number, number] = [0, 1];
  let start: number | null = null;
  const band = svg("rect", { class: "band", y: 0, height: HEIGHT - 18, width: 0, x: 0 });

  const ask = (): void => {
    if (names.value !== "" && store.column?.name !== names.value) actions.send("column", { name: names.value });
  };
  /** Choose the rows whose value lies between. */
  const brush = (range: [number, number], mode: "replace" | "add" | "remove"): void => {
    const [low, high] = range[0] <= range[1] ? range : [range[1], range[0]];
    from.value = String(Number(low.toPrecision(6)));
    to.value = String(Number(high.toPrecision(6)));
    const place = (value: number): number => (WIDTH * (value - bounds[0])) / (bounds[1] - bounds[0]);
    band.setAttribute("x", String(place(low)));
    band.setAttribute("width", String(Math.max(1, place(high) - place(low))));
    const values = store.column?.values ?? [];
    const rows: number[] = [];
    for (let row = 0; row < values.length; row++) {
      if (values[row] >= low && values[row] <= high && (store.isolated === null || store.clusters[row] === store.isolated)) rows.push(row);
    }
    actions.select(rows, mode);
  };

  const value_at = (event: PointerEvent): number => {
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

  store.on("session", () => refill(names, store.session!.columns.map((name) => h("option", { value: name }, [short(name)]))));
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
    id: "columns", name: "Columns", is_for_tables: true, shown: ask,
    element: h("section", {}, [
      h("label", {}, ["Column ", names]), figure,
      h("div", { class: "group" }, [h("label", {}, ["from ", from]), h("label", {}, ["to ", to])]),
      h("p", { class: "about" }, ["Drag over the histogram to choose the rows between, or type the bounds. Shift adds, Alt removes. Then label them."]),
    ]),
  };
}

function draw(store: Store, values: Float32Array): [SVGElement, [number, number]] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low && Number.isFinite(value)) low = value;
    if (value > high && Number.isFinite(value)) high = value;
  }
  if (!(low < high)) [low, high] = Number.isFinite(low) ? [low - 0.5, low + 0.5] : [0, 1];
  const all = new Float64Array(BINS);
  const shown = new Float64Array(BINS);
  for (let row = 0; row < values.length; row++) {
    const bin = Math.min(BINS - 1, Math.floor((BINS * (values[row] - low)) / (high - low)));
    if (!(bin >= 0)) continue;
    all[bin] += 1;
    if (store.isolated === null || store.clusters[row] === store.isolated) shown[bin] += 1;
  }
  const most = Math.max(...all, 1);
  const bars = (counts: Float64Array, kind: string): SVGElement[] =>
    [...counts].map((own, i) => {
      const height = ((HEIGHT - 24) * own) / most;
      return svg("rect", { class: kind, x: (i * WIDTH) / BINS + 0.5, width: WIDTH / BINS - 1, y: HEIGHT - 18 - height, height });
    });
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Histogram from ${brief(low)} to ${brief(high)}` }, [
    ...bars(all, "bar"), ...bars(shown, "bar shown"),
    svg("text", { class: "small", x: 0, y: HEIGHT - 3 }, [brief(low)]),
    svg("text", { class: "small", x: WIDTH, y: HEIGHT - 3, "text-anchor": "end" }, [brief(high)]),
  ]);
  return [drawing, [low, high]];
}
