/**
 * The operations of the API with every reason to refuse a request (`matrix.ts`), and the rules of the
 * specification that state their permissions.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { testMatrix } from "./matrix.ts";
import { isOfConsole } from "./requests.ts";

const EXCEPTIONS = {
  "deleteRule: ids of another company": {
    status: 204,
    because: "A rule that the company does not have is gone already.",
  },
  "revokeInvitation: ids of another company": {
    status: 204,
    because: "What the company does not have is answered as if it had been revoked.",
  },
} as const;

/** The rules that a case proves, for every operation. */
const RULES_OF_CASES: Readonly<Record<string, string>> = {
  "no key": "AUTH-001, AUTH-003",
  "a key that was never issued": "AUTH-006",
  "a revoked key": "AUTH-009",
  "the key of a user who is deactivated": "AUTH-017, AUTH-026",
  "the key of a member who was removed": "AUTH-016, AUTH-026",
  "the key of an outsider on a staging deployment": "AUTH-030",
  "a company that is closed": "AUTH-071",
  "a company that is being closed": "AUTH-072",
  "a company that is deleted": "AUTH-073",
  "no subscription": "AUTH-032",
  "a trial that has ended": "AUTH-033",
  "a closed subscription": "AUTH-034",
  "no API access": "AUTH-020, AUTH-074",
  "early access without the feature": "AUTH-027, AUTH-029, AUTH-076",
  "early access without the feature and without any permission": "AUTH-028",
  "ids of another company": "AUTH-013",
  "a path without an operation": "AUTH-010",
};

/** The rule of the specification that states the permission of each operation. */
const RULES: Readonly<Record<string, string>> = {
  getCompany: "AUTH-035",
  listForms1099: "AUTH-040",
  getForm1099: "AUTH-041",
  getTeam: "AUTH-046",
  createInvitation: "AUTH-047",
  changeInvitation: "AUTH-048",
  resendInvitation: "AUTH-049",
  revokeInvitation: "AUTH-050",
  createTransactionUpload: "OPS-015",
  createFile: "AUTH-042",
  createFileUpload: "AUTH-043",
  listCategories: "AUTH-051",
  listDepartments: "AUTH-052",
  listIntegrations: "AUTH-053",
  getBalanceSheet: "AUTH-054",
  getIncomeStatement: "AUTH-055",
  getCashFlow: "AUTH-056",
  createReportExport: "AUTH-057",
  getReportExport: "AUTH-058",
  listJournalEntries: "AUTH-059",
  getJournalEntry: "AUTH-060",
  getTotal: "AUTH-061",
  listMerchants: "AUTH-062",
  listTotals: "OPS-024",
  listInvoices: "OPS-018",
  getInvoice: "OPS-019",
  createInvoice: "OPS-020",
  voidInvoice: "OPS-021",
  matchInvoice: "OPS-022",
  unmatchInvoice: "OPS-023",
  createRule: "OPS-001",
  listRules: "OPS-002",
  getRule: "OPS-003",
  changeRule: "OPS-004",
  deleteRule: "OPS-005",
  bulkUpdateTransactions: "OPS-013",
  getJob: "OPS-014",
  listTaxes: "AUTH-036",
  getTax: "AUTH-037",
  listTaxCredits: "AUTH-038",
  getTaxCredit: "AUTH-039",
  uploadIncomeReturn: "AUTH-044",
  uploadFranchiseConfirmation: "AUTH-045",
  listSheets: "AUTH-067",
  getSheet: "AUTH-068",
  listSheetCells: "AUTH-069",
  deleteSheet: "AUTH-070",
  listTransactions: "AUTH-063",
  getTransaction: "AUTH-064",
  editTransaction: "AUTH-065",
  removeSplit: "AUTH-066",
  listAccounts: "OPS-006",
  createAccount: "OPS-007",
  listCards: "OPS-008",
  listSpreads: "OPS-009",
  listSplits: "OPS-010",
  splitTransaction: "OPS-011",
  changeSplit: "OPS-012",
  createTransfer: "OPS-016",
  deleteTransfer: "OPS-017",
};

const operations = await testMatrix({
  of: ({ operation }) => !isOfConsole(operation),
  exceptions: EXCEPTIONS,
  rulesOfCases: RULES_OF_CASES,
  rules: RULES,
});

describe("the cards", () => {
  const REQUIRED =
    /^[^\t]+\t[^\t]+\t(?:GET|POST|PATCH|PUT|DELETE) \S+?(?: exists[^;]*;|:) without ([^:]+): (View|Manage)\b/;
  const rules = readFileSync(new URL("../rules/rules.tsv", import.meta.url), "utf8").split("\n");
  const ruleOf = ({ method, path }: Operation) =>
    rules.find(
      (line) =>
        REQUIRED.test(line) &&
        [`${method} ${path}:`, `${method} ${path} exists`].some((start) =>
          line.split("\t")[2]?.startsWith(start),
        ),
    );

  test.each(operations)(
    "of $method $path requires the permission of its rule, and RULES has that rule",
    (operation) => {
      const rule = ruleOf(operation);
      expect(
        RULES[operation.id],
        `write the rule of ${operation.id} into RULES of test/conformance/matrix.test.ts`,
      ).toBe(rule?.split("\t")[0]);
      expect(operation.requires.length).toBeGreaterThan(0);
      const [, words = "", level = ""] = REQUIRED.exec(rule ?? "") ?? [];
      const area = words.toLowerCase().replaceAll(/\W+/g, "_");
      if (rule !== undefined) expect(operation.requires).toContainEqual({ area, level: level.toLowerCase() });
    },
  );

  test("of every read under /reports/ require Reports: View (OPS-025)", () => {
    const reports = operations.filter(({ method, path }) => method === "GET" && path.startsWith("/reports/"));
    expect(reports.length).toBeGreaterThan(2);
    for (const { requires } of reports) expect(requires).toContainEqual({ area: "reports", level: "view" });
  });
});
