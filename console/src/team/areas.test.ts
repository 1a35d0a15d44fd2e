/** What access may be given, and by whom. */
import { expect, test } from "vitest";
import type { Company } from "../api/types.ts";
import { pagesOf } from "../shell/pages.ts";
import {
  allAt,
  AREA_WORDS,
  type Level,
  levelsByTemplate,
  levelsOf,
  mayChoose,
  mayGive,
  mayGiveAll,
} from "./areas.ts";

const LEVELS: readonly Level[] = ["none", "view", "manage"];

test("nobody gives more than they have", () => {
  const given = LEVELS.map((own) => LEVELS.filter((level) => mayGive(own, level)));
  expect(given).toEqual([["none"], ["none", "view"], ["none", "view", "manage"]]);
});

test("all areas together are given only by who has each of them", () => {
  const [none, view, manage] = [allAt("none"), allAt("view"), allAt("manage")];
  expect(mayGiveAll(manage, manage)).toBe(true);
  expect(mayGiveAll(view, view)).toBe(true);
  expect(mayGiveAll(view, { ...view, billing: "manage" })).toBe(false);
  expect(mayGiveAll({ ...manage, company: "view" }, manage)).toBe(false);
  expect(mayGiveAll(none, none)).toBe(true);
});

test("API access has no level between none and all, and is none where others are viewed", () => {
  const words = new Map(AREA_WORDS.map((each) => [each.area, levelsOf(each)]));
  expect(words.get("api_access")).toEqual(["none", "manage"]);
  expect(words.get("company")).toEqual(["none", "view", "manage"]);
  expect([allAt("view").api_access, allAt("view").company]).toEqual(["none", "view"]);
  expect([allAt("manage").api_access, allAt("none").company]).toEqual(["manage", "none"]);
  expect(AREA_WORDS).toHaveLength(14);
});

test("no area that a page needs is said to be asked for by nothing", () => {
  const company = { permissions: allAt("manage") } as Company;
  const needed = new Set<string>(pagesOf(company).flatMap(({ needs }) => needs));
  const idle = AREA_WORDS.filter(({ area, view, manage }) => {
    const words = [view, manage].filter((each) => each !== null);
    return needed.has(area) && words.every((each) => each.startsWith("Nothing yet"));
  });
  expect(idle).toEqual([]);
});

test("a template is chosen by who has all that it gives, and in some companies it is admin only", () => {
  const [none, view, manage] = [allAt("none"), allAt("view"), allAt("manage")];
  expect(levelsByTemplate(none)).toEqual({ admin: manage, read_only: view, custom: none });
  const choices = (own: typeof view, hasRoles: boolean) =>
    (["admin", "read_only", "custom"] as const).filter((template) => mayChoose(template, own, hasRoles));
  expect(choices(manage, true)).toEqual(["admin", "read_only", "custom"]);
  expect(choices(manage, false)).toEqual(["admin"]);
  expect(choices(view, true)).toEqual(["read_only", "custom"]);
  expect(choices(view, false)).toEqual([]);
  expect(choices(none, true)).toEqual(["custom"]);
});
