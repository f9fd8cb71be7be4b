// Elements, made without markup: what comes from the data is always text.

type Child = Node | string | null;
type Attributes = Record<string, string | number | boolean | null>;
type Listeners = Record<string, (event: never) => void>;

/** Make an element; attributes that are null or false are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: Child[] = [],
  listeners: Listeners = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
  return element;
}

/** The same for drawings. */
export function svg(tag: string, attributes: Attributes = {}, children: Child[] = []): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
  fill(element, attributes, children);
  return element;
}

/** A button with a name that is read aloud and seen when pointed at. */
export function button(words: string, title: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", title, ...attributes }, [words], { click: press });
}

let last = 0;

/** A name for an element that no other has, also where a notebook shows the page twice. */
export function unique(name: string): string {
  last += 1;
  return `cecib-${name}-${last}`;
}

/** The element that has the focus where this one is: a notebook may keep the page in a tree of its own. */
export function focused_near(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** Put other children in place of what is there. */
export function refill(element: Element, children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null));
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  refill(element, children);
}
