/**
 * Deletes the files of the fonts' packages that the program does not read: their other weights and their
 * pictures, some 190 MB.
 */
import { globSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FONTS } from "../../src/platform/render/font-files.ts";

const PACKAGES = fileURLToPath(new URL("../../node_modules/", import.meta.url));

const read = new Set(Object.values(FONTS).flatMap((files) => Object.values(files)));
for (const path of globSync("@expo-google-fonts/**/*.{ttf,png}", { cwd: PACKAGES }))
  if (!read.has(path.replaceAll("\\", "/"))) rmSync(`${PACKAGES}${path}`);
