/**
 * Requests that are refused, by the error that they provoke: rules, edits of many transactions and their
 * jobs, and uploads.
 */
import { LIMITS } from "../../src/core/limits.ts";
import type { Provocation } from "./feed-provocations.ts";
import { RULE } from "./ordinary.ts";

const RULES = "/rules";
const KEPT = `${RULES}/rule_kept`;

function made(unlike: object): Provocation {
  return { target: RULES, method: "POST", body: { name: "Refused", ...RULE, ...unlike } };
}

function changed(body: object, target = KEPT): Provocation {
  return { target, method: "PATCH", body };
}

function together(unlike: object): Provocation {
  return {
    target: "/transactions/bulk/update",
    method: "POST",
    body: { transaction_ids: ["txn_plain"], memo: "x", ...unlike },
  };
}

/** Rows as JSON, or with `file` the same fields as a form. */
function uploaded(unlike: object): Provocation {
  return {
    target: "/transaction_uploads",
    method: "POST",
    body: { account_id: "acct_checking", rows: [], ...unlike },
  };
}

function sent(fields: Readonly<Record<string, string>>): Provocation {
  const body = new FormData();
  for (const [name, value] of Object.entries({ account_id: "acct_checking", ...fields }))
    body.append(name, value);
  body.append("file", new Blob(["Date,Amount,Description\n2026-05-01,-1.00,Coffee\n"]), "bank.csv");
  return { target: "/transaction_uploads", method: "POST", body };
}

const nowhere = [{ field: "account_id", operator: "equals", value: "acct_nobodys" }];

export const WORK_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createRule parameter_missing name": made({ name: " " }),
  "createRule parameter_missing conditions": made({ conditions: undefined }),
  "createRule parameter_missing category_id": made({ category_id: undefined }),
  "createRule invalid_request name": made({ name: "a\nb" }),
  "createRule invalid_request conditions": made({ conditions: [] }),
  "createRule invalid_request category_id": made({ category_id: null }),
  "createRule invalid_request department_id": made({ department_id: 1 }),
  "createRule invalid_request active": made({ active: null }),
  "createRule invalid_request position": made({ position: 0 }),
  "createRule invalid_request apply_to_existing_transactions": made({ apply_to_existing_transactions: 1 }),
  "createRule resource_missing category_id": made({ category_id: "cat_travel" }),
  "createRule resource_missing department_id": made({ department_id: "dept_product" }),
  "createRule resource_missing conditions": made({ conditions: nowhere }),
  "getRule resource_missing ": `${RULES}/rule_nobodys`,
  "changeRule parameter_missing ": changed({}),
  "changeRule invalid_request name": changed({ name: 1 }),
  "changeRule invalid_request conditions": changed({ conditions: [] }),
  "changeRule invalid_request category_id": changed({ category_id: null }),
  "changeRule invalid_request department_id": changed({ department_id: 1 }),
  "changeRule invalid_request active": changed({ active: null }),
  "changeRule invalid_request position": changed({ position: 0 }),
  "changeRule resource_missing ": changed({ name: "x" }, `${RULES}/rule_nobodys`),
  "changeRule resource_missing category_id": changed({ category_id: "cat_travel" }),
  "changeRule resource_missing department_id": changed({ department_id: "dept_product" }),
  "changeRule resource_missing conditions": changed({ conditions: nowhere }),
  "deleteRule invalid_request ": { target: KEPT, method: "DELETE", body: {} },
  "bulkUpdateTransactions parameter_missing transaction_ids": together({ transaction_ids: undefined }),
  "bulkUpdateTransactions invalid_request transaction_ids": together({
    transaction_ids: Array.from(
      { length: LIMITS.bulk_transactions.value + 1 },
      (_, number) => `txn_${number}`,
    ),
  }),
  "bulkUpdateTransactions invalid_request category_id": together({ category_id: null }),
  "bulkUpdateTransactions invalid_request department_id": together({ department_id: 1 }),
  "bulkUpdateTransactions invalid_request accounting_date": together({ accounting_date: "soon" }),
  "bulkUpdateTransactions invalid_request merchant_name": together({ merchant_name: "" }),
  "bulkUpdateTransactions invalid_request memo": together({ memo: "" }),
  "bulkUpdateTransactions resource_missing category_id": together({ category_id: "cat_travel" }),
  "bulkUpdateTransactions resource_missing department_id": together({ department_id: "dept_product" }),
  "bulkUpdateTransactions transaction_update_failed accounting_date": together({
    accounting_date: "2024-12-19",
  }),
  "getJob resource_missing ": "/jobs/job_nobodys",
  "createTransactionUpload parameter_missing account_id": uploaded({ account_id: " " }),
  "createTransactionUpload parameter_missing file": uploaded({ rows: undefined }),
  "createTransactionUpload invalid_request account_id": uploaded({ account_id: 5 }),
  "createTransactionUpload invalid_request rows": uploaded({ rows: {} }),
  "createTransactionUpload invalid_request format": uploaded({ format: "csv" }),
  "createTransactionUpload invalid_request file": sent({ format: "ofx" }),
  "createTransactionUpload invalid_request columns": sent({ columns: '{"date":1}' }),
  "createTransactionUpload invalid_request date_format": sent({ date_format: "YYYY" }),
  "createTransactionUpload resource_missing account_id": uploaded({ account_id: "acct_nobodys" }),
};
