// The packages of package-lock.json, which lie in the build directory.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.CARDROOM_BROWSER_MODULES, "modules.cjs"));

export const { chromium } = require("playwright-core");

/** The text of axe-core, for pages. */
export const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
