// Colours come from the style sheet, so that light and dark are said in one place.

export type Colour = [number, number, number];
export interface Theme { paper: Colour; ink: Colour; soft: Colour; line: Colour; alarm: Colour; accent: Colour; signs: Colour[] }

const COLOURS = 10;
const DARK = "(prefers-color-scheme: dark)";

export const css = ([r, g, b]: Colour, alpha = 1): string => `rgba(${r}, ${g}, ${b}, ${alpha})`;

/** A colour part of the way to another. */
export const mix = (from: Colour, to: Colour, share: number): Colour =>
  from.map((value, i) => Math.round(value + (to[i] - value) * share)) as Colour;

export const sign_colour = (theme: Theme, sign: number): Colour => theme.signs[sign % COLOURS];

/** The custom properties of an element, as numbers. */
export function read_theme(element: Element): Theme {
  const style = getComputedStyle(element);
  const read = (name: string): Colour => {
    const digits = style.getPropertyValue(name).trim().replace("#", "");
    return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) || 0) as Colour;
  };
  return {
    paper: read("--paper"), ink: read("--ink"), soft: read("--soft"), line: read("--line"), alarm: read("--alarm"),
    accent: read("--accent"),
    signs: Array.from({ length: COLOURS }, (_, i) => read(`--c${i}`)),
  };
}

/** A notebook says by itself whether it is dark; a page asks the system. */
export function follow_theme(root: HTMLElement, changed: () => void): () => void {
  const host = document.body;
  const notice = (): void => {
    const light = host.dataset["jpThemeLight"];
    if (light !== undefined) root.dataset["theme"] = light === "true" ? "light" : "dark";
    else if (host.classList.contains("vscode-dark")) root.dataset["theme"] = "dark";
    else if (host.classList.contains("vscode-light")) root.dataset["theme"] = "light";
    else if (["light", "dark"].includes(host.dataset["theme"] ?? "")) root.dataset["theme"] = host.dataset["theme"];
    changed();
  };
  const scheme = matchMedia(DARK);
  const observer = new MutationObserver(notice);
  scheme.addEventListener("change", notice);
  observer.observe(host, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme", "class"] });
  notice();
  return () => {
    scheme.removeEventListener("change", notice);
    observer.disconnect();
  };
}
