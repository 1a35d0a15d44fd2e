/** Permissions for invoices: every operation with every level in the two areas that it may need. */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { type Level, permissions, person } from "../../../../test/support/bundle.ts";
import { aLine, bookOf } from "../../../../test/support/invoices.ts";

const http = await testApp();

describe("who may", () => {
  const levels: readonly Level[] = ["none", "view", "manage"];
  const member = person("clerk");
  const owner = person("owner");
  let clerk: string;
  let book: Awaited<ReturnType<typeof bookOf>>;

  beforeAll(async () => {
    book = await bookOf(http, { users: [owner.user, member.user], members: [owner.member, member.member] });
    clerk = await http.keyOf(book.company.id, member.member.id);
  });

  /** The status of each request for a member with only these levels. */
  async function statuses(invoices: Level, transactions: Level): Promise<Record<string, number>> {
    const { id } = await book.issued({ line_items: [aLine(100_00)] });
    const payment = await book.receive(100_00);
    await http.put({
      ...book.company.bundle,
      users: [member.user],
      members: [{ ...member.member, permissions: permissions("none", { invoices, transactions }) }],
      categories: [],
      departments: [],
      journal: [],
    });
    const body = { customer_name: "Blue Fern", line_items: [aLine(100_00)] };
    const requests = {
      list: ["/invoices", "GET"],
      get: [`/invoices/${id}`, "GET"],
      issue: ["/invoices", "POST", body],
      match: [`/invoices/${id}/match`, "POST", { transaction_id: payment }],
      unmatch: [`/invoices/${id}/unmatch`, "POST"],
      void: [`/invoices/${id}/void`, "POST"],
    } as const;
    const found: Record<string, number> = {};
    for (const [name, [target, method, sent]] of Object.entries(requests)) {
      const answer = await http.send<{ error?: { code: string; param?: string } }>(target, {
        key: clerk,
        method,
        ...(sent === undefined ? {} : { body: sent }),
      });
      found[name] = answer.status;
      if (answer.status === 403)
        expect(answer.body.error).toEqual({
          code: "insufficient_permission",
          type: "permission_error",
          message: expect.any(String),
          doc_url: expect.any(String),
        });
    }
    return found;
  }

  test.each(levels.flatMap((invoices) => levels.map((transactions) => [invoices, transactions] as const)))(
    `with %s in invoices and %s in transactions (OPS-018, OPS-019, OPS-020, OPS-021, OPS-022, OPS-023,
      OPS-032, OPS-033, OPS-034, OPS-035)`,
    async (invoices, transactions) => {
      const [mayRead, mayWrite] = [invoices !== "none", invoices === "manage"];
      const mayMatch = mayWrite && transactions === "manage";
      const or = (may: boolean, status: number) => (may ? status : 403);
      expect(await statuses(invoices, transactions)).toEqual({
        list: or(mayRead, 200),
        get: or(mayRead, 200),
        issue: or(mayWrite, 201),
        match: or(mayMatch, 200),
        unmatch: or(mayMatch, 200),
        void: or(mayWrite, 200),
      });
    },
  );
});
