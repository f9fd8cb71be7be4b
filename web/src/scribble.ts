// A stroke of the brush over a picture: the pixels that it has touched.

export class Scribble {
  readonly rows = new Set<number>();
  private last: [number, number] | null = null;

  constructor(private readonly width: number, private readonly height: number, private readonly radius: number) {}

  /** Go on to a place of the picture; the pixels that are new. */
  draw_to(x: number, y: number): number[] {
    const fresh: number[] = [];
    const [fx, fy] = this.last ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fx, y - fy) / Math.max(1, this.radius / 2)));
    for (let step = 1; step <= steps; step++) {
      this.dab(fx + ((x - fx) * step) / steps, fy + ((y - fy) * step) / steps, fresh);
    }
    this.last = [x, y];
    return fresh;
  }

  private dab(x: number, y: number, fresh: number[]): void {
    const r = this.radius;
    for (let j = Math.max(0, Math.floor(y - r)); j <= Math.min(this.height - 1, Math.floor(y + r)); j++) {
      for (let i = Math.max(0, Math.floor(x - r)); i <= Math.min(this.width - 1, Math.floor(x + r)); i++) {
        const is_here = i === Math.floor(x) && j === Math.floor(y);
        if (!is_here && (i + 0.5 - x) ** 2 + (j + 0.5 - y) ** 2 > r * r) continue;
        const row = j * this.width + i;
        if (this.rows.has(row)) continue;
        this.rows.add(row);
        fresh.push(row);
      }
    }
  }
}
