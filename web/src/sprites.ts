// Small pictures of points as lists of pixels, ready to be written into a buffer.

import { outline, shape_of } from "./shapes";
import { sign_colour, css, mix, type Colour, type Theme } from "./theme";

/** How a point looks: a number, so that a million of them are a typed array. */
export const DIM = 1;
export const SELECTED = 2;
export const LABELLED = 4;
const PALE_AT = 3;
export const PALE_STEPS = 4;
const SIGN_AT = 5;

export const look_of = (sign: number, pale: number, marks: number): number =>
  (sign << SIGN_AT) | (pale << PALE_AT) | marks;

export interface Sprite {
  /** Whole pixels: where, and what. */
  at: Int32Array; colour: Uint32Array;
  /** Pixels at the rim, mixed with what is below: where, red and blue, green, and how much of what is below stays. */
  rim: Int32Array; red_blue: Float64Array; green: Float64Array; rest: Uint16Array;
}
/** How fine points are drawn: with soft rims, with hard ones, or as plain squares. */
export type Grain = "soft" | "hard" | "square";

const PALE = 0.62;
const LEAST = 1.5;
const HARD = 90;
const SOLID = 235;
const FAINT = 20;

export const pack = ([r, g, b]: Colour): number => (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;

export class Sprites {
  private readonly made: Sprite[] = [];
  private readonly canvas = document.createElement("canvas");

  /** Of points of a radius in device pixels, for a buffer of rows of `stride` pixels. */
  constructor(
    private readonly theme: Theme,
    readonly radius: number,
    readonly stride: number,
    readonly grain: Grain,
    private readonly is_new: (sign: number) => boolean,
  ) {}

  get(look: number): Sprite {
    return (this.made[look] ??= this.make(look));
  }

  /** Side of plain squares, in pixels. */
  get side(): number {
    return Math.min(6, Math.max(1, Math.round(1.7 * this.radius)));
  }

  /** Colour of each look as a plain square. */
  colours(most: number): Uint32Array {
    return Uint32Array.from({ length: most + 1 }, (_, look) => pack(this.colour(look)));
  }

  /** Looks that are drawn in stripes. */
  hatched(most: number): Uint8Array {
    return Uint8Array.from({ length: most + 1 }, (_, look) => Number(this.is_hatched(look)));
  }

  private colour(look: number): Colour {
    const { theme } = this;
    const pale = ((look >> PALE_AT) & (PALE_STEPS - 1)) / (PALE_STEPS - 1);
    return look & DIM ? mix(theme.line, theme.paper, 0.35) : mix(sign_colour(theme, look >> SIGN_AT), theme.paper, PALE * pale);
  }

  private is_hatched(look: number): boolean {
    return !(look & DIM) && this.is_new(look >> SIGN_AT);
  }

  private make(look: number): Sprite {
    const colour = this.colour(look);
    const radius = Math.max(this.radius, LEAST) * (look & LABELLED ? 1.25 : 1);
    const half = Math.ceil(radius * 1.3 + 3);
    const side = 2 * half + 1;
    this.canvas.width = this.canvas.height = side;
    const pen = this.canvas.getContext("2d", { willReadFrequently: true })!;
    pen.translate(half + 0.5, half + 0.5);
    const path = outline(look & DIM ? "disc" : shape_of(look >> SIGN_AT), radius);
    if (look & SELECTED) this.stroke(pen, path, this.theme.accent, Math.max(3.4, radius));
    if (look & LABELLED) this.stroke(pen, path, this.theme.ink, Math.max(2, radius * 0.6));
    if (this.is_hatched(look)) hatch(pen, path, colour, this.theme.paper, radius);
    else {
      pen.fillStyle = css(colour);
      pen.fill(path);
    }
    return this.pixels(pen.getImageData(0, 0, side, side).data, half, side);
  }

  private stroke(pen: CanvasRenderingContext2D, path: Path2D, colour: Colour, width: number): void {
    pen.strokeStyle = css(colour);
    pen.lineWidth = width;
    pen.lineJoin = "round";
    pen.stroke(path);
  }

  private pixels(data: Uint8ClampedArray, half: number, side: number): Sprite {
    const at: number[] = [], colour: number[] = [], rim: number[] = [], red_blue: number[] = [];
    const green: number[] = [], rest: number[] = [];
    for (let i = 0; i < side * side; i++) {
      const [r, g, b, alpha] = data.subarray(4 * i, 4 * i + 4);
      const place = (Math.floor(i / side) - half) * this.stride + (i % side) - half;
      if (alpha > (this.grain === "soft" ? SOLID : HARD)) {
        at.push(place);
        colour.push(pack([r, g, b]));
      } else if (alpha > FAINT && this.grain === "soft") {
        rim.push(place);
        red_blue.push(((b << 16) | r) * alpha);
        green.push((g << 8) * alpha);
        rest.push(256 - alpha);
      }
    }
    return {
      at: Int32Array.from(at), colour: Uint32Array.from(colour), rim: Int32Array.from(rim),
      red_blue: Float64Array.from(red_blue), green: Float64Array.from(green), rest: Uint16Array.from(rest),
    };
  }
}

/** Stripes of a colour in an outline: the sign of what is new. */
export function hatch(pen: CanvasRenderingContext2D, path: Path2D, colour: Colour, paper: Colour, radius: number): void {
  pen.fillStyle = css(paper);
  pen.fill(path);
  pen.save();
  pen.clip(path);
  pen.strokeStyle = css(colour);
  pen.lineWidth = Math.max(1, radius * 0.34);
  for (let at = -3 * radius; at <= 3 * radius; at += Math.max(2.4, radius * 0.85)) {
    pen.beginPath();
    pen.moveTo(at - 2 * radius, 2 * radius);
    pen.lineTo(at + 2 * radius, -2 * radius);
    pen.stroke();
  }
  pen.restore();
  pen.strokeStyle = css(colour);
  pen.lineWidth = Math.max(1, radius * 0.3);
  pen.stroke(path);
}
