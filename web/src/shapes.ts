// The sign of a cluster: a shape beside its colour, since colour alone is no sign.

export const SHAPES = ["disc", "square", "triangle", "diamond", "plus", "down", "cross"] as const;
export type Shape = (typeof SHAPES)[number];

export const shape_of = (sign: number): Shape => SHAPES[sign % SHAPES.length];

const polygon = (radius: number, corners: [number, number][]): Path2D => {
  const path = new Path2D();
  corners.forEach(([x, y], i) => (i === 0 ? path.moveTo(x * radius, y * radius) : path.lineTo(x * radius, y * radius)));
  path.closePath();
  return path;
};

const PLUS: [number, number][] = [
  [-0.38, -1.1], [0.38, -1.1], [0.38, -0.38], [1.1, -0.38], [1.1, 0.38], [0.38, 0.38],
  [0.38, 1.1], [-0.38, 1.1], [-0.38, 0.38], [-1.1, 0.38], [-1.1, -0.38], [-0.38, -0.38],
];
const CROSS = PLUS.map(([x, y]): [number, number] => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]);

/** The outline around the origin; shapes of one radius look about equally large. */
export function outline(shape: Shape, radius: number): Path2D {
  switch (shape) {
    case "disc": {
      const path = new Path2D();
      path.arc(0, 0, radius, 0, 2 * Math.PI);
      return path;
    }
    case "square": return polygon(radius * 0.88, [[-1, -1], [1, -1], [1, 1], [-1, 1]]);
    case "triangle": return polygon(radius * 1.15, [[0, -1], [1, 0.75], [-1, 0.75]]);
    case "down": return polygon(radius * 1.15, [[0, 1], [1, -0.75], [-1, -0.75]]);
    case "diamond": return polygon(radius * 1.2, [[0, -1], [1, 0], [0, 1], [-1, 0]]);
    case "plus": return polygon(radius, PLUS);
    case "cross": return polygon(radius, CROSS);
  }
}
