/** The form of answers: short, and nothing of the API's answer is lost in it. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { FEED } from "../../../test/support/feed.ts";
import { asApi, callTool, withoutNulls } from "../../../test/support/mcp.ts";
import { compacted, shownName } from "./compact.ts";

const http = await testApp();
const { address, app } = http;

describe("the form of an answer", () => {
  test("has amounts as dollars, times as text, records as tables without empty columns; all comes back", () => {
    const value = {
      object: "list",
      total_cents: -123_456,
      note: '"b_cents":5,',
      none_cents: null,
      created: 1_700_000_000,
      data: [
        { object: "line", id: "a", amount_cents: 7, memo: null, more: [{ b_cents: 0 }] },
        { object: "line", id: "b", amount_cents: -100, memo: null, more: [] },
      ],
      cells: [[null], [2]],
    };
    expect(compacted(value)).toEqual({
      object: "list",
      total: "-$1,234.56",
      note: '"b_cents":5,',
      none: null,
      created: "2023-11-14T22:13:20Z",
      data: {
        of: "line",
        columns: ["id", "amount", "more"],
        rows: [
          ["a", "$0.07", { columns: ["b"], rows: [["$0.00"]] }],
          ["b", "-$1.00", []],
        ],
      },
      cells: [[null], [2]],
    });
    expect(withoutNulls(asApi(compacted(value)))).toEqual(withoutNulls(value));
  });

  test("leaves columns out that the caller does not pick, and refuses those that are none", async () => {
    const { key } = await http.company(FEED);
    const picked = await callTool(address, key, "transactions", { columns: ["date", "amount"] });
    expect((picked.document.result["data"] as { columns: object }).columns).toEqual(["date", "amount"]);
    const refused = await callTool(address, key, "drill_down", { columns: ["amount_cents"] });
    expect(refused.structured.error).toMatchObject({
      code: "invalid_request",
      param: "columns",
      message: expect.stringContaining("`columns` must be some of id, ") as string,
    });
  });

  test("names no member that the API has beside it", () => {
    const clashing = (schema: unknown): string[] => {
      if (typeof schema !== "object" || schema === null) return [];
      const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> };
      return [
        ...Object.keys(properties).filter(
          (name) => name !== shownName(name) && shownName(name) in properties,
        ),
        ...Object.values(schema).flatMap(clashing),
      ];
    };
    expect(app.operations.flatMap(({ operation }) => clashing(operation.success.schema))).toEqual([]);
  });
});
