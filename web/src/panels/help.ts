// Keys, written down where one looks for them.

import { h } from "../dom";
import { KEYS } from "../keys";
import type { Panel } from "./tabs";

export function help_panel(): Panel {
  return {
    id: "help", name: "Keys",
    element: h("section", {}, [
      h("dl", { class: "keys" }, KEYS.flatMap(([key, words]) => [h("dt", {}, [h("kbd", {}, [key])]), h("dd", {}, [words])])),
      h("p", { class: "about" }, ["A cluster has a number, a colour and a shape; a labelled row a dark rim and the digit of its category; a red cross: the label looks wrong."]),
    ]),
  };
}
