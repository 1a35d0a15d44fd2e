/** What a request is refused with before its operation begins, in the words that its sender reads. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { LIMITS } from "@daybook/words/limits";

const http = await testApp();
const { key } = await http.company();

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

const JSON_TYPE = { "content-type": "application/json" };

const post = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE): Sent => ({
  method: "POST",
  headers,
  body,
});
const upload = (...fields: readonly (readonly [string, string | File])[]): Sent => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return { method: "POST", body };
};
const FILE = ["file", new File(["Date,Amount\n"], "a.csv")] as const;

test.each<readonly [string, Sent, string]>([
  ["/sheets?query=", {}, "`query` must have 1 to 256 characters."],
  ["/sheets?query=a&query=b", {}, "`query` takes a single value."],
  ["/forms/1099?year=2024&year=2025", {}, "`year` takes a single value."],
  [
    "/aggregations/totals?category_ids[]=&start_month=2026-01&end_month=2026-01",
    {},
    "`category_ids` takes 1 to 500 values of 1 to 1000 characters.",
  ],
  [
    `/aggregations/totals?start_month=2026-01&end_month=2026-01${"&category_ids[]=cat_a".repeat(501)}`,
    {},
    "`category_ids` takes 1 to 500 values of 1 to 1000 characters.",
  ],
  ["/aggregations/totals?category_ids[]=cat_a&category_ids=cat_b", {}, "`start_date` is required."],
  [
    "/aggregations/total?category_id=cat_revenue&start_month=2026-01&end_date=2026-01-31",
    {},
    "`start_month` and `end_month` can't be mixed with full dates.",
  ],
  ["/journal_entries?department_id=dept_none", {}, "`dept_none` is not a department of this company."],
  [
    "/forms/1099?filing_status=",
    {},
    "`filing_status` must be one of review_required, w9_required, w9_requested, ready_to_file, filing, filed, not_required, or several of them separated by commas.",
  ],
  ["/reports/income_statement?group_by=", {}, "`group_by` must be one of category, department."],
  [
    "/reports/exports",
    post("{}"),
    "The header `Idempotency-Key` is required: a string that identifies the request, new for each new request and the same for a retry.",
  ],
  [
    "/reports/exports",
    post("{}", { ...JSON_TYPE, "idempotency-key": "x".repeat(300) }),
    "The header `Idempotency-Key` must have 1 to 255 characters.",
  ],
  ["/invoices/inv_x/void", post("{}"), "This operation takes no request body of any kind."],
  ["/rules", post("{"), "The request body is not valid JSON in UTF-8."],
  ["/rules", post("[]"), "The request body must be a JSON object."],
  [
    "/rules",
    post("{}", { "content-type": "text/plain" }),
    "Send the body as JSON, with `Content-Type: application/json`.",
  ],
  [
    "/rules",
    post(`{"name":"${"x".repeat(LIMITS.json_body_bytes.value)}"}`),
    "The request body is larger than 1048576 bytes.",
  ],
  [
    "/transaction_uploads",
    post("{}", { "content-type": "text/plain" }),
    "Send the body as a form, with `Content-Type: multipart/form-data` and a boundary, or as JSON, with `Content-Type: application/json`.",
  ],
  ["/transaction_uploads", post('{"file":"x","account_id":"acct_x"}'), "`file` can only be sent in a form."],
  [
    "/transaction_uploads",
    upload(FILE, ["account_id", "a"], ["account_id", "b"]),
    "`account_id` is given more than once.",
  ],
  [
    "/transaction_uploads",
    upload(FILE, ["account_id", new File(["a"], "a")]),
    "`account_id` must be sent as a field, not as a file.",
  ],
  [
    "/transaction_uploads",
    upload(FILE, ["account_id", "a"], ["columns", "{"]),
    "`columns` must be JSON in a form.",
  ],
  [
    "/transaction_uploads",
    upload(...Array.from({ length: 200 }, (_, n) => [`f${n}`, "a"] as const)),
    "The form has more than 100 fields.",
  ],
  [
    "/transaction_uploads",
    upload(["account_id", "a".repeat(LIMITS.json_body_bytes.value + 1)]),
    "A field of the form is larger than 1048576 bytes; only a file may be larger.",
  ],
  ["/files", upload(["file", "text"]), "`file` must be sent as a file, with a file name."],
  ["/files", upload(FILE, FILE), "`file` is given more than once."],
  [
    "/transactions?transaction_type=x",
    {},
    "`transaction_type` must be one of standard, category_split, department_split, payroll_split, transfer.",
  ],
])("%s %o", async (path, { method = "GET", headers = {}, body }, message) => {
  const answer = await fetch(`${http.address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const { error } = (await answer.json()) as { error?: { message: string } };
  expect([answer.status, error?.message]).toEqual([400, message]);
});
