// The panels beside the map, one at a time: a list of tabs with the keyboard of such lists.

import { focused_near, h, unique } from "../dom";

export interface Panel {
  id: string; name: string; element: HTMLElement; badge?: HTMLElement; shown?: () => void;
  /** Whether there is nothing in it for a picture. */
  is_for_tables?: boolean;
}

const first = (inside: HTMLElement, what: string): HTMLElement | null => inside.querySelector<HTMLElement>(what);

export class Tabs {
  readonly element: HTMLElement;
  private readonly tabs: HTMLButtonElement[];

  constructor(private readonly panels: Panel[]) {
    this.tabs = panels.map((panel) => {
      panel.element.id = unique(panel.id);
      const tab = h("button", { type: "button", role: "tab", id: unique("tab"), "aria-controls": panel.element.id },
        [panel.name, panel.badge ?? null], { click: () => this.open(panel.id) });
      panel.element.setAttribute("role", "tabpanel");
      panel.element.setAttribute("aria-labelledby", tab.id);
      panel.element.dataset["panel"] = panel.id;
      return tab;
    });
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the map" }, this.tabs, {
      keydown: (event: KeyboardEvent) => this.press(event),
    });
    this.element = h("aside", { class: "panels" }, [list, ...panels.map((panel) => panel.element)]);
    this.open(panels[0].id);
  }

  /** Leave out the panels that a picture has nothing for. */
  suit(is_picture: boolean): void {
    this.panels.forEach((panel, i) => (this.tabs[i].hidden = is_picture && panel.is_for_tables === true));
  }

  /** Show a panel; with `focus`, go there. */
  open(id: string, focus = false): void {
    if (this.tabs[this.panels.findIndex((panel) => panel.id === id)]?.hidden) return;
    this.panels.forEach((panel, i) => {
      const is_shown = panel.id === id;
      panel.element.hidden = !is_shown;
      this.tabs[i].setAttribute("aria-selected", String(is_shown));
      this.tabs[i].tabIndex = is_shown ? 0 : -1;
      if (!is_shown) return;
      panel.shown?.();
      if (focus) (first(panel.element, "[tabindex='0']") ?? first(panel.element, "input, select, button") ?? this.tabs[i]).focus();
    });
  }

  private press(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const there = this.tabs.filter((tab) => !tab.hidden);
    const at = there.indexOf(focused_near(this.tabs[0]) as HTMLButtonElement);
    const next = there[(at + step + there.length) % there.length];
    this.open(this.panels[this.tabs.indexOf(next)].id);
    next.focus();
    event.preventDefault();
  }
}
