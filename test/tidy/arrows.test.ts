/**
 * The arrows of `.dependency-cruiser.mjs`: they hold, the tool that checks them sees every file and every
 * import (it has passed with none seen), and each rule catches the arrow that it is there to catch.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { afterAll, expect, test } from "vitest";
import { ARROW_ROOTS } from "./gates.ts";
import { CODE, ROOT, textOf } from "./tree.ts";

const { options, ...ruleSet } = await extractConfig(join(ROOT, ".dependency-cruiser.mjs"));
const rules = (ruleSet.forbidden ?? []).map(({ name = "" }) => name);

async function cruised(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(folders, { ...options, baseDir, validate: true, ruleSet });
  if (typeof output === "string") throw new Error(output);
  return output;
}

const tree = await cruised(ROOT, [...ARROW_ROOTS]);

/** JavaScript names its types in comments. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/?\*.*$/gm, "");
}

/** Imports of our own files as the text states them. Dynamic ones count where they stand, types as well. */
function statedImports(path: string): string[] {
  return [
    ...withoutComments(textOf(path)).matchAll(
      /^(?:import|export)\b[^;"'`]*?from "(\.[^"]+)"|^import "(\.[^"]+)"|\bimport\("(\.[^"]+)"/gm,
    ),
  ]
    .map(([, named, bare, dynamic]) => join(dirname(path), named ?? bare ?? dynamic ?? ""))
    .toSorted();
}

test("every arrow points the way that the house has it", () => {
  expect(tree.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
});

test("the tool saw every source file", () => {
  const seen = tree.modules.map(({ source }) => source).filter((source) => CODE.includes(source));
  expect(seen.toSorted()).toEqual(CODE);
  expect(seen.length).toBeGreaterThan(200);
});

test("the tool saw every import of our own files", () => {
  const missed = tree.modules.flatMap(({ source, dependencies }) => {
    if (!CODE.includes(source)) return [];
    const seen = new Set(dependencies.map(({ resolved }) => resolved));
    return statedImports(source)
      .filter((stated) => !seen.has(stated))
      .map((stated) => `${source} -> ${stated}`);
  });
  expect(missed).toEqual([]);
  expect(tree.modules.flatMap(({ dependencies }) => dependencies).length).toBeGreaterThan(1000);
});

const BAD_ARROWS: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["area-tenants", "src/modules/tenants/company/service.ts", "src/modules/books/chart/index.ts"],
  ["area-books", "src/modules/books/chart/service/index.ts", "src/modules/feed/banking/index.ts"],
  ["area-feed", "src/modules/feed/banking/service.ts", "src/modules/sheets/index.ts"],
  ["area-filings", "src/modules/filings/taxes/service.ts", "src/modules/books/chart/index.ts"],
  ["area-sheets", "src/modules/sheets/service.ts", "src/modules/intake/index.ts"],
  ["area-intake", "src/modules/intake/service.ts", "src/modules/elsewhere/index.ts"],
  ["module-company", "src/modules/tenants/company/service.ts", "src/modules/books/chart/index.ts"],
  ["module-chart", "src/modules/books/chart/service/one.ts", "src/modules/tenants/company/index.ts"],
  ["module-access", "src/modules/tenants/access/service.ts", "src/modules/books/ledger/index.ts"],
  ["module-ledger", "src/modules/books/ledger/store/one.ts", "src/modules/tenants/access/index.ts"],
  ["module-exports", "src/modules/books/exports/service/one.ts", "src/modules/books/schedules/index.ts"],
  ["module-files", "src/modules/filings/files/service/one.ts", "src/modules/tenants/company/index.ts"],
  [
    "module-forms-1099",
    "src/modules/filings/forms-1099/service/one.ts",
    "src/modules/tenants/access/index.ts",
  ],
  ["module-sheets", "src/modules/sheets/service/one.ts", "src/modules/books/reports/index.ts"],
  ["module-reports", "src/modules/books/reports/rules/statements.ts", "src/modules/books/exports/index.ts"],
  ["module-taxes", "src/modules/filings/taxes/service/one.ts", "src/modules/filings/tax-credits/index.ts"],
  ["module-tax-credits", "src/modules/filings/tax-credits/service.ts", "src/modules/filings/files/index.ts"],
  ["module-usage", "src/modules/tenants/usage/service/index.ts", "src/modules/books/ledger/index.ts"],
  ["module-retries", "src/modules/tenants/retries/service.ts", "src/modules/tenants/company/index.ts"],
  ["module-audit", "src/modules/tenants/audit/service.ts", "src/modules/tenants/access/index.ts"],
  [
    "module-integrations",
    "src/modules/tenants/integrations/service.ts",
    "src/modules/tenants/access/index.ts",
  ],
  ["module-team", "src/modules/tenants/team/service.ts", "src/modules/books/chart/index.ts"],
  ["module-banking", "src/modules/feed/banking/service.ts", "src/modules/books/ledger/index.ts"],
  ["module-schedules", "src/modules/books/schedules/service.ts", "src/modules/feed/banking/index.ts"],
  ["module-transactions", "src/modules/feed/transactions/service.ts", "src/modules/tenants/access/index.ts"],
  ["module-rules", "src/modules/feed/rules/service.ts", "src/modules/books/ledger/index.ts"],
  ["module-invoices", "src/modules/feed/invoices/service.ts", "src/modules/feed/banking/index.ts"],
  ["module-uploads", "src/modules/feed/uploads/service/one.ts", "src/modules/books/ledger/index.ts"],
  ["module-connections", "src/modules/feed/connections/service/one.ts", "src/modules/feed/uploads/index.ts"],
  ["module-sign-in", "src/modules/tenants/sign-in/service.ts", "src/modules/tenants/team/index.ts"],
  ["module-intake", "src/modules/intake/service.ts", "src/modules/elsewhere/index.ts"],
  ["module-declared", "src/app.ts", "src/modules/nowhere/index.ts"],
  ["interface-dispatch", "src/interfaces/dispatch/one.ts", "src/interfaces/rest/one.ts"],
  ["interface-door", "src/interfaces/door/one.ts", "src/interfaces/app/one.ts"],
  ["interface-health", "src/interfaces/health/one.ts", "src/interfaces/rest/one.ts"],
  ["interface-objects", "src/interfaces/objects/one.ts", "src/interfaces/rest/one.ts"],
  ["interface-openapi", "src/interfaces/openapi/one.ts", "src/interfaces/app/one.ts"],
  ["interface-docs", "src/interfaces/docs/one.ts", "src/interfaces/app/one.ts"],
  ["interface-mcp", "src/interfaces/mcp/one.ts", "src/interfaces/rest/one.ts"],
  ["interface-app", "src/interfaces/app/one.ts", "src/interfaces/rest/one.ts"],
  ["interface-rest", "src/interfaces/rest/one.ts", "src/interfaces/command/one.ts"],
  ["interface-command", "src/interfaces/command/one.ts", "src/interfaces/rest/one.ts"],
  ["interfaces-declared", "src/app.ts", "src/interfaces/elsewhere/one.ts"],
  ["record-own", "src/modules/books/chart/record.ts", "src/modules/books/chart/store.ts"],
  ["record-rooms", "src/modules/books/chart/record.ts", "src/contract/schemas.ts"],
  ["record-doors", "src/modules/feed/banking/record.ts", "src/modules/books/chart/index.ts"],
  ["contract-own", "src/modules/books/chart/contract/index.ts", "src/modules/books/chart/store.ts"],
  ["contract-rooms", "src/modules/books/chart/contract/index.ts", "src/platform/db/index.ts"],
  ["contract-doors", "src/modules/books/reports/contract.ts", "src/modules/books/chart/index.ts"],
  ["handlers-own", "src/modules/books/ledger/handlers.ts", "src/modules/books/ledger/store/entries.ts"],
  ["handlers-rooms", "src/modules/books/ledger/handlers/one.ts", "src/platform/db/index.ts"],
  ["handlers-doors", "src/modules/books/ledger/handlers.ts", "src/modules/books/chart/index.ts"],
  ["service-own", "src/modules/books/ledger/service/one.ts", "src/modules/books/ledger/handlers.ts"],
  ["service-rooms", "src/modules/books/ledger/service.ts", "src/config/config.ts"],
  ["rules-own", "src/modules/books/ledger/rules.ts", "src/modules/books/ledger/service.ts"],
  ["rules-rooms", "src/modules/books/ledger/rules/one.ts", "src/platform/time/clock.ts"],
  ["store-own", "src/modules/books/ledger/store/one.ts", "src/modules/books/ledger/service/one.ts"],
  ["store-rooms", "src/modules/books/ledger/store.ts", "src/platform/time/clock.ts"],
  ["jobs-own", "src/modules/books/ledger/jobs.ts", "src/modules/books/ledger/store.ts"],
  ["jobs-rooms", "src/modules/books/ledger/jobs.ts", "src/platform/db/index.ts"],
  ["jobs-doors", "src/modules/books/ledger/jobs.ts", "src/modules/books/chart/index.ts"],
  ["bundle-own", "src/modules/books/ledger/bundle.ts", "src/modules/books/ledger/handlers.ts"],
  ["bundle-rooms", "src/modules/books/ledger/bundle.ts", "src/platform/machine/files.ts"],
  ["words-own", "src/modules/books/ledger/words.ts", "src/modules/books/ledger/store.ts"],
  ["words-rooms", "src/modules/books/ledger/words.ts", "src/core/cents.ts"],
  ["words-doors", "src/modules/books/ledger/words.ts", "src/modules/books/chart/index.ts"],
  ["index-own", "src/modules/books/ledger/index.ts", "src/modules/books/ledger/more.ts"],
  ["index-rooms", "src/modules/books/ledger/index.ts", "src/core/cents.ts"],
  ["index-doors", "src/modules/books/ledger/index.ts", "src/modules/books/chart/index.ts"],
  ["door", "src/modules/books/ledger/service.ts", "src/modules/books/chart/store.ts"],
  ["door-outside", "src/interfaces/command/one.ts", "src/modules/books/chart/rules.ts"],
  ["words", "words/one.ts", "src/core/errors.ts"],
  ["formula", "formula/src/one.ts", "src/core/cents.ts"],
  ["formula-browser", "formula/src/one.ts", "node:fs"],
  ["client", "client/src/one.ts", "src/core/cents.ts"],
  ["client-alone", "client/src/one.ts", "node:fs"],
  ["client-mirror-alone", "client/src/mirror/command.ts", "pg"],
  ["client-browser", "client/src/mirror/mirror.ts", "client/src/mirror/sqlite.ts"],
  ["client-outside", "test/acceptance/one.ts", "client/src/call.ts"],
  ["console", "console/src/one.ts", "src/core/cents.ts"],
  ["console-browser", "console/src/one.ts", "node:fs"],
  ["console-style", "console/src/style/one.ts", "console/src/parts/one.ts"],
  ["console-api", "console/src/api/one.ts", "console/src/parts/one.ts"],
  ["console-kit", "console/src/kit/one.ts", "console/src/parts/one.ts"],
  ["console-parts", "console/src/parts/one.ts", "console/src/shell/one.ts"],
  ["console-shell", "console/src/shell/one.ts", "console/src/statements/view.ts"],
  ["console-overview", "console/src/overview/one.ts", "console/src/rules/one.ts"],
  ["console-transactions", "console/src/transactions/one.ts", "console/src/filings/one.ts"],
  ["console-page", "console/src/statements/one.ts", "console/src/router.tsx"],
  ["console-apart", "src/app.ts", "console/src/one.ts"],
  ["formula-threads", "src/platform/workbooks/index.ts", "formula/src/index.ts"],
  ["core", "src/core/one.ts", "src/contract/params.ts"],
  ["contract", "src/contract/one.ts", "src/modules/books/chart/index.ts"],
  ["platform", "src/platform/db/one.ts", "src/contract/params.ts"],
  ["config", "src/config/config.ts", "src/contract/params.ts"],
  ["sample", "src/sample/one.ts", "src/platform/db/index.ts"],
  ["made-up", "src/modules/books/chart/service/index.ts", "src/sample/one.ts"],
  ["modules", "src/modules/books/chart/service/index.ts", "src/interfaces/rest/server.ts"],
  ["interfaces", "src/interfaces/rest/server.ts", "src/app.ts"],
  ["database", "src/interfaces/rest/server.ts", "src/platform/db/index.ts"],
  ["root", "src/platform/db/one.ts", "src/main.ts"],
  ["acceptance", "test/acceptance/one.test.ts", "src/core/cents.ts"],
  ["circle", "src/core/one.ts", "src/core/one.ts"],
  ["resolvable", "src/core/one.ts", "src/core/missing.ts"],
  ["no-tests", "src/core/one.ts", "test/support/http.ts"],
  ["no-dev", "src/core/one.ts", "node_modules/for-developers/index.ts"],
];

const planted = mkdtempSync(join(tmpdir(), "daybook-arrows-"));
afterAll(() => rmSync(planted, { recursive: true }));

/** A project of its own that holds one arrow, and nothing else. */
function plant(rule: string, from: string, to: string): string {
  const root = join(planted, rule);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put(
    "package.json",
    JSON.stringify({ name: "planted", type: "module", devDependencies: { "for-developers": "1.0.0" } }),
  );
  if (rule !== "resolvable" && !to.startsWith("node:")) put(to, "export const one = 1;\n");
  if (to.startsWith("node_modules/"))
    put(
      join(dirname(to), "package.json"),
      JSON.stringify({ name: "for-developers", version: "1.0.0", exports: "./index.ts" }),
    );
  const path = relative(dirname(from), to);
  const specifier = to.startsWith("node:")
    ? to
    : to.startsWith("node_modules/")
      ? "for-developers"
      : path.startsWith(".")
        ? path
        : `./${path}`;
  put(
    from,
    `export async function act(): Promise<void> {\n  await using one = await import(${JSON.stringify(specifier)});\n  void one;\n}\n`,
  );
  return root;
}

test.each(BAD_ARROWS)("the rule %s catches %s -> %s", async (rule, from, to) => {
  const { summary } = await cruised(plant(rule, from, to), [from.split("/")[0] ?? ""]);
  expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
});

test("every rule has such a proof", () => {
  expect(BAD_ARROWS.map(([rule]) => rule).toSorted()).toEqual(rules.toSorted());
});
