// The sign of a cluster or category as a small drawing: colour, shape, stripes if new.

import { svg } from "../dom";
import { shape_of, type Shape } from "../shapes";

const PATHS: Record<Shape, string> = {
  disc: "M1.5 7a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
  square: "M2.2 2.2h9.6v9.6h-9.6z",
  triangle: "M7 1L13.2 12H.8z",
  diamond: "M7 .4L13.6 7L7 13.6L.4 7z",
  plus: "M4.9 1h4.2v3.9h3.9v4.2h-3.9v3.9h-4.2v-3.9h-3.9v-4.2h3.9z",
  down: "M7 13L13.2 2H.8z",
  cross: "M7 4L10.5 .8L13.2 3.5L10 7l3.2 3.5l-2.7 2.7L7 10l-3.5 3.2L.8 10.5L4 7L.8 3.5L3.5 .8z",
};

export function sign(number: number, is_new: boolean): SVGElement {
  const shape = PATHS[shape_of(number)];
  const stripes = is_new ? [svg("path", { d: "M1 9L9 1M3 13L13 3M8 14L14 8", class: "stripes" })] : [];
  return svg("svg", { class: `sign k${number % 10}${is_new ? " new" : ""}`, viewBox: "0 0 14 14", "aria-hidden": "true" }, [
    svg("path", { d: shape, class: "body" }), ...stripes,
  ]);
}
