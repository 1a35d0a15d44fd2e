/** Every page of the console has goldens, and every golden is compared. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import { goldenName } from "./shown.ts";

const GOLDENS = globSync("test/golden/console/*/*.txt");
const textOf = (file: string): string => readFileSync(file, "utf8");

test("each route of the router has a golden", () => {
  const router = textOf("console/src/router.tsx");
  const paths = [
    ...Array.from(router.matchAll(/\bpageRoute\(\s*"([^"]+)"/g), ([, path = ""]) => `/c/$company${path}`),
    ...Array.from(router.matchAll(/=> userRoute,\s*path: "([^"]+)"/g), ([, path = ""]) => `/me${path}`),
  ];
  expect(paths.length).toBe(router.match(/lazyPage\(\(\)/g)?.length);
  const addresses = GOLDENS.map((file) => /^(?:\+ )?address: \/app([^?\n]*)/m.exec(textOf(file))?.[1] ?? "");
  const missing = paths.filter((path) => {
    const address = new RegExp(`^${path.replaceAll(/\$\w+/g, "[^/]+").replaceAll("/", "\\/")}$`);
    return !addresses.some((each) => address.test(each));
  });
  expect(missing).toEqual([]);
});

test("each golden is the one of a step in the test of its folder", () => {
  const left = GOLDENS.filter((file) => {
    const steps = textOf(`${dirname(file)}.test.ts`).matchAll(/\b(?:show|see)\(\s*"([^"]+)"/g);
    return !Array.from(steps, ([, name = ""]) => goldenName(name)).includes(basename(file));
  });
  expect(left).toEqual([]);
});
