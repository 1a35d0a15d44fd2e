/**
 * Requests about rules, edits of many transactions, jobs and uploads that are refused, by the expected error:
 * `operation code param`.
 */
import { LIMITS } from "../../src/core/limits.ts";
import type { Provocation } from "./feed-provocations.ts";
import { RULE } from "./ordinary.ts";

const RULES = "/rules";
const KEPT = `${RULES}/rule_kept`;

function createRule(changes: object): Provocation {
  return { target: RULES, method: "POST", body: { name: "Refused", ...RULE, ...changes } };
}

function changeRule(body: object, target = KEPT): Provocation {
  return { target, method: "PATCH", body };
}

function bulkUpdate(changes: object): Provocation {
  return {
    target: "/transactions/bulk/update",
    method: "POST",
    body: { transaction_ids: ["txn_plain"], memo: "x", ...changes },
  };
}

/** Returns an upload of rows as JSON. */
function uploadRows(changes: object): Provocation {
  return {
    target: "/transaction_uploads",
    method: "POST",
    body: { account_id: "acct_checking", rows: [], ...changes },
  };
}

/** Returns an upload of a CSV file in a form. */
function uploadFile(fields: Readonly<Record<string, string>>): Provocation {
  const body = new FormData();
  for (const [name, value] of Object.entries({ account_id: "acct_checking", ...fields }))
    body.append(name, value);
  body.append("file", new Blob(["Date,Amount,Description\n2026-05-01,-1.00,Coffee\n"]), "bank.csv");
  return { target: "/transaction_uploads", method: "POST", body };
}

const nowhere = [{ field: "account_id", operator: "equals", value: "acct_nobodys" }];

export const WORK_PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  "createRule parameter_missing name": createRule({ name: " " }),
  "createRule parameter_missing conditions": createRule({ conditions: undefined }),
  "createRule parameter_missing category_id": createRule({ category_id: undefined }),
  "createRule invalid_request name": createRule({ name: "a\nb" }),
  "createRule invalid_request conditions": createRule({ conditions: [] }),
  "createRule invalid_request category_id": createRule({ category_id: null }),
  "createRule invalid_request department_id": createRule({ department_id: 1 }),
  "createRule invalid_request active": createRule({ active: null }),
  "createRule invalid_request position": createRule({ position: 0 }),
  "createRule invalid_request apply_to_existing_transactions": createRule({
    apply_to_existing_transactions: 1,
  }),
  "createRule resource_missing category_id": createRule({ category_id: "cat_travel" }),
  "createRule resource_missing department_id": createRule({ department_id: "dept_product" }),
  "createRule resource_missing conditions": createRule({ conditions: nowhere }),
  "getRule resource_missing ": `${RULES}/rule_nobodys`,
  "changeRule parameter_missing ": changeRule({}),
  "changeRule invalid_request name": changeRule({ name: 1 }),
  "changeRule invalid_request conditions": changeRule({ conditions: [] }),
  "changeRule invalid_request category_id": changeRule({ category_id: null }),
  "changeRule invalid_request department_id": changeRule({ department_id: 1 }),
  "changeRule invalid_request active": changeRule({ active: null }),
  "changeRule invalid_request position": changeRule({ position: 0 }),
  "changeRule resource_missing ": changeRule({ name: "x" }, `${RULES}/rule_nobodys`),
  "changeRule resource_missing category_id": changeRule({ category_id: "cat_travel" }),
  "changeRule resource_missing department_id": changeRule({ department_id: "dept_product" }),
  "changeRule resource_missing conditions": changeRule({ conditions: nowhere }),
  "deleteRule invalid_request ": { target: KEPT, method: "DELETE", body: {} },
  "bulkUpdateTransactions parameter_missing transaction_ids": bulkUpdate({ transaction_ids: undefined }),
  "bulkUpdateTransactions invalid_request transaction_ids": bulkUpdate({
    transaction_ids: Array.from(
      { length: LIMITS.bulk_transactions.value + 1 },
      (_, number) => `txn_${number}`,
    ),
  }),
  "bulkUpdateTransactions invalid_request category_id": bulkUpdate({ category_id: null }),
  "bulkUpdateTransactions invalid_request department_id": bulkUpdate({ department_id: 1 }),
  "bulkUpdateTransactions invalid_request accounting_date": bulkUpdate({ accounting_date: "soon" }),
  "bulkUpdateTransactions invalid_request merchant_name": bulkUpdate({ merchant_name: "" }),
  "bulkUpdateTransactions invalid_request memo": bulkUpdate({ memo: "" }),
  "bulkUpdateTransactions resource_missing category_id": bulkUpdate({ category_id: "cat_travel" }),
  "bulkUpdateTransactions resource_missing department_id": bulkUpdate({ department_id: "dept_product" }),
  "bulkUpdateTransactions transaction_update_failed accounting_date": bulkUpdate({
    accounting_date: "2024-12-19",
  }),
  "getJob resource_missing ": "/jobs/job_nobodys",
  "createTransactionUpload parameter_missing account_id": uploadRows({ account_id: " " }),
  "createTransactionUpload parameter_missing file": uploadRows({ rows: undefined }),
  "createTransactionUpload invalid_request account_id": uploadRows({ account_id: 5 }),
  "createTransactionUpload invalid_request rows": uploadRows({ rows: {} }),
  "createTransactionUpload invalid_request format": uploadRows({ format: "csv" }),
  "createTransactionUpload invalid_request file": uploadFile({ format: "ofx" }),
  "createTransactionUpload invalid_request columns": uploadFile({ columns: '{"date":1}' }),
  "createTransactionUpload invalid_request date_format": uploadFile({ date_format: "YYYY" }),
  "createTransactionUpload invalid_request signs": uploadFile({ signs: "x" }),
  "createTransactionUpload resource_missing account_id": uploadRows({ account_id: "acct_nobodys" }),
};
