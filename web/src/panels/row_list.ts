// Rows to go through with the keyboard, one by one: labels that look wrong, whom to ask.

import { button, focused_near, h, refill } from "../dom";
import { count } from "../words";

export interface Item { row: number; words: string; reason: string; buttons: [string, string, () => void][] }

export class RowList {
  readonly element = h("ol", { class: "rows" });
  private items: Item[] = [];
  private readonly done = new Set<number>();

  constructor(
    private readonly go: (row: number) => void,
    private readonly press: (event: KeyboardEvent, item: Item) => boolean,
    private readonly details: (row: number) => HTMLElement | null,
  ) {}

  /** Show other items; the focus stays at the row, or at its place if that is gone. */
  fill(items: Item[]): void {
    const at = this.at();
    const row = this.items[at]?.row;
    this.items = items;
    this.done.clear();
    refill(this.element, items.map((item, i) => this.line(item, i)));
    if (at < 0 || items.length === 0) return;
    const same = items.findIndex((item) => item.row === row);
    this.focus(same >= 0 ? same : Math.min(at, items.length - 1), same < 0);
  }

  /** What is said of a row has come. */
  tell(row: number): void {
    const at = this.items.findIndex((item) => item.row === row);
    const place = this.element.children[at]?.querySelector(".details");
    const details = this.details(row);
    if (place && details) refill(place, [details]);
  }

  /** This one is dealt with: on to the next. */
  finish(row: number): void {
    this.done.add(row);
    const at = this.items.findIndex((item) => item.row === row);
    this.element.children[at]?.classList.add("done");
    const next = this.items.findIndex((item, i) => i > at && !this.done.has(item.row));
    if (next >= 0 && this.element.contains(focused_near(this.element))) this.focus(next);
  }

  private line(item: Item, at: number): HTMLElement {
    return h("li", { tabindex: at === 0 ? 0 : -1, "data-row": item.row, "aria-label": `row ${item.row + 1}: ${item.words}. ${item.reason}` }, [
      h("div", {}, [h("strong", {}, [`row ${count(item.row + 1)}`]), ` ${item.words}`]),
      h("small", {}, [item.reason]),
      h("div", { class: "details" }),
      h("div", { class: "group" }, item.buttons.map(([words, title, press]) => button(words, title, press))),
    ], {
      focus: () => {
        [...this.element.children].forEach((one, i) => ((one as HTMLElement).tabIndex = i === at ? 0 : -1));
        this.go(item.row);
      },
      click: (event: MouseEvent) => {
        if (!(event.target as Element).closest("button")) (event.currentTarget as HTMLElement).focus();
      },
      keydown: (event: KeyboardEvent) => this.key(event, at),
    });
  }

  private key(event: KeyboardEvent, at: number): void {
    if (event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const is_on_button = (event.target as Element).tagName === "BUTTON" && (event.key === "Enter" || event.key === " ");
    if (is_on_button) return;
    if (step !== undefined) this.focus(Math.min(Math.max(at + step, 0), this.items.length - 1));
    else if (!this.press(event, this.items[at])) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private at(): number {
    const here = focused_near(this.element)?.closest("li") ?? null;
    return here === null ? -1 : [...this.element.children].indexOf(here);
  }

  private focus(at: number, scroll = true): void {
    (this.element.children[at] as HTMLElement | undefined)?.focus({ preventScroll: !scroll });
  }
}
