// The module: `render` for anywidget, and the page by itself if the document is ours.

import { build } from "./app";
import { own_model, type Model } from "./host";

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const stop = build(model, el, false);
  model.send({ type: "hello" });
  return stop;
}

const alone = document.getElementById("cecib-alone");
if (alone !== null) {
  const model = own_model();
  build(model, alone, true);
  model.connect();
  window.addEventListener("hashchange", () => location.reload());
}

export default { render };
