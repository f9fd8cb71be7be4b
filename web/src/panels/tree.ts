// Which clusters are near: the tree, drawn and in sentences.

import { h, refill, svg } from "../dom";
import type { Store } from "../store";
import { brief, named } from "../words";
import type { Panel } from "./tabs";

const [WIDTH, NAMES, ROW, MARGIN] = [360, 130, 22, 14];
const MOST = 80;

type Merge = [number, number, number, number];

export function tree_panel(store: Store): Panel {
  const figure = h("figure");
  const words = h("div");
  store.on("findings", () => {
    const { linkage, words: said } = store.findings!.tree;
    refill(figure, linkage.length > 0 && linkage.length < MOST ? [drawn(store, linkage)] : []);
    refill(words, (said.length > 0 ? said : ["With one cluster there is no tree."]).map((sentence) => h("p", {}, [sentence])));
  });
  return {
    id: "tree", name: "Tree", is_for_tables: true,
    element: h("section", {}, [
      figure, h("p", { class: "about" }, ["Numbers: what all merges to the right have added to the cost, in nats, on a scale of square roots."]), words,
    ]),
  };
}

function drawn(store: Store, linkage: Merge[]): SVGElement {
  const k = linkage.length + 1;
  const members: number[][] = Array.from({ length: k }, (_, c) => [c]);
  for (const [a, b] of linkage) members.push([...members[a], ...members[b]]);
  const order = members.at(-1)!;
  const y: number[] = [];
  order.forEach((cluster, i) => (y[cluster] = MARGIN + ROW * (i + 0.5)));
  const heights = [...new Array<number>(k).fill(0), ...linkage.map(([, , height]) => Math.sqrt(Math.max(height, 0)))];
  const highest = Math.max(...heights) || 1;
  const right = WIDTH - NAMES;
  const x = heights.map((height) => right - ((right - 2 * MARGIN) * height) / highest);
  const parts: SVGElement[] = [];
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
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${ROW * k + 2 * MARGIN}`, role: "img", "aria-label": "The tree of clusters; the sentences below say it" }, parts);
}
