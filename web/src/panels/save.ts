// Save: labels, clusters, model, report, and the lines that give the same without the page.

import type { Actions } from "../actions";
import { button, h, refill } from "../dom";
import type { Store } from "../store";
import type { Panel } from "./tabs";

const WHAT: [string, string][] = [
  ["labels", "labels"], ["clusters", "clusters"], ["model", "model"], ["report", "report, a page to hand on"],
  ["script", "lines that give the same"],
];

export function save_panel(store: Store, actions: Actions): Panel {
  const boxes = WHAT.map(([what, words]) => {
    const box = h("input", { type: "checkbox", value: what, checked: true });
    return h("label", { class: "line" }, [box, ` ${words}`]);
  });
  const result = h("div", { role: "status" });
  store.on("session", () => {
    const report = boxes.find((line) => line.querySelector("input")!.value === "report")!;
    report.hidden = store.is_picture;
    if (store.is_picture) report.querySelector("input")!.checked = false;
  });
  const save = button("Save", "Write the files beside the data", () => {
    const what = boxes.map((line) => line.querySelector("input")!).filter((box) => box.checked).map((box) => box.value);
    if (what.length === 0) return;
    refill(result, ["saving …"]);
    actions.send("save", { what });
  });
  store.on("saved", () => {
    const { files, python, shell } = store.saved!;
    refill(result, [
      h("ul", { class: "files" }, files.map(([what, path]) => h("li", {}, [`${what}: `, h("code", {}, [path])]))),
      ...code("In Python", python), ...code("On the command line", shell),
    ]);
  });
  store.on("notice", () => {
    if (store.notice.is_error && result.textContent === "saving …") refill(result, [store.notice.words]);
  });
  return { id: "save", name: "Save", element: h("section", {}, [h("fieldset", {}, [h("legend", {}, ["What to save"]), ...boxes]), save, result]) };
}

function code(title: string, lines: string | undefined): HTMLElement[] {
  if (!lines) return [];
  const copy = button("Copy", `Copy: ${title}`, () => {
    void navigator.clipboard.writeText(lines).then(() => (copy.textContent = "Copied"), () => (copy.textContent = "Choose and copy by hand"));
  });
  return [h("h3", {}, [title, " ", copy]), h("pre", { tabindex: 0 }, [h("code", {}, [lines])])];
}
