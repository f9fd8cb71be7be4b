// Bundles the page into the Python package: `npm ci && npm run build`; another folder as argument to compare.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2] ?? join(here, "..", "src", "cecib", "explore", "static");

mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: ["src/explore.ts"],
  outfile: join(out, "explore.js"),
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "explore.css"]) copyFileSync(join(here, name), join(out, name));
