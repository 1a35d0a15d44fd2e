/**
 * The charts of new companies as an accountant reads them: every category with its type, its part of the cash
 * flow and its role. `DAYBOOK_GOLDENS=write` writes the table again; it is read when it has changed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENTITY_TYPES } from "@daybook/words/company-words";
import {
  CHART_TEMPLATES,
  templateCategories,
  usualEntityType,
} from "../../src/modules/intake/rules/chart-templates.ts";

const FILE = new URL("chart-templates.tsv", import.meta.url);

/** The rows of a chart, those below another category indented. */
function chart(template: (typeof CHART_TEMPLATES)[number], form: (typeof ENTITY_TYPES)[number]): string[] {
  return templateCategories(template, form).map(
    ({ id, name, account_type, cash_flow, parent_id, position, role }) =>
      [
        `${parent_id === null ? "" : "  "}${name}`,
        id,
        account_type,
        cash_flow ?? "",
        position,
        role ?? "",
      ].join("\t"),
  );
}

const formsBeside = (usual: string) => ENTITY_TYPES.filter((form) => form !== usual);
const placeless = (line: string): string => line.replace(/\t\d+\t/, "\t");

test("each template's chart is the one that was read", () => {
  const lines = CHART_TEMPLATES.flatMap((template) => {
    const usual = usualEntityType(template);
    const whole = chart(template, usual);
    return [
      `# ${template}, usually ${usual}`,
      ...whole,
      // Other forms differ in their equity, and by it in the places of what follows.
      ...formsBeside(usual).flatMap((form) => [
        `# ${template}, ${form}: what differs`,
        ...chart(template, form).filter((line) => !whole.some((each) => placeless(each) === placeless(line))),
      ]),
    ];
  });
  const text = `${lines.join("\n")}\n`;
  if (process.env["DAYBOOK_GOLDENS"] === "write") writeFileSync(FILE, text);
  expect(text).toBe(readFileSync(FILE, "utf8"));
});
