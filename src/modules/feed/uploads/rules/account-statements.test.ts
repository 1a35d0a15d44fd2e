/** Files about several accounts: the one that is meant, and statements that are of another account. */
import { describe, expect, test } from "vitest";
import { ofOneAccount, strangerProblem } from "./account-statements.ts";
import type { ClosingBalance, StatedKind } from "./statement.ts";

function statementOf(
  account: string,
  {
    currency = "",
    kind = null,
    balances = [],
    line = 1,
  }: {
    readonly currency?: string;
    readonly kind?: StatedKind | null;
    readonly balances?: readonly ClosingBalance[];
    readonly line?: number;
  } = {},
) {
  const statement = { lines: [], errors: [], balances, account, kind, notes: [] };
  return { line, account, currency, maker: { statement } as never };
}

const balanceAt = (date: string, amount: number) => ({ date, amount_cents: amount }) as never;

describe("of several statements", () => {
  test("those of the account that ends with the digits are taken, with balances by day", () => {
    const found = ofOneAccount(
      [
        statementOf("1111 2222", { balances: [balanceAt("2026-05-31", 2)], kind: "bank" }),
        statementOf("1111 3333", { balances: [balanceAt("2026-05-15", 9)], kind: "card" }),
        statementOf("1111 2222", { balances: [balanceAt("2026-04-30", 1)], kind: "bank" }),
      ],
      "2222",
    );
    expect(found.account).toBe("1111 2222");
    expect(found.kind).toBe("bank");
    expect(found.balances.map(({ date }) => date)).toEqual(["2026-04-30", "2026-05-31"]);
  });

  test("of one account all are taken, whatever digits are asked for; without a number it is null", () => {
    expect(ofOneAccount([statementOf(""), statementOf("")], "9999")).toMatchObject({
      account: null,
      kind: null,
    });
    const kinds: readonly (StatedKind | null)[] = ["bank", "card"];
    expect(
      ofOneAccount(
        kinds.map((kind) => statementOf("1", { kind })),
        null,
      ).kind,
    ).toBeNull();
  });

  test.each<[string, Parameters<typeof ofOneAccount>, string]>([
    ["none", [[], "1234"], "Line 1: The file has no statement of a bank or card account."],
    [
      "several without digits to choose by",
      [[statementOf("000-1111"), statementOf("Savings")], null],
      'Line 1: The file has statements of 2 accounts (…1111, "Savings"), and this account has no `last4` to select its own.',
    ],
    [
      "several of which none ends so",
      [[statementOf("1111"), statementOf("2222")], "3333"],
      "Line 1: The file has statements of 2 accounts (…1111, …2222), and the account's `last4` is 3333.",
    ],
    [
      "several that end so",
      [[statementOf("11 2222"), statementOf("22 2222")], "2222"],
      "Line 1: The file has statements of 2 accounts (…2222, …2222), and the account's `last4` is 2222.",
    ],
    [
      "another currency",
      [[statementOf("1", { currency: "usd" }), statementOf("1", { currency: "EUR", line: 7 })], null],
      'Line 7: The statement is in "EUR"; only US dollars are supported.',
    ],
  ])("%s is refused", (_what, [statements, last4], message) => {
    expect(() => ofOneAccount(statements, last4)).toThrow(expect.objectContaining({ message }));
  });
});

const OWN = { name: "Checking", type: "checking", last4: "4021" };

test.each<[string, Parameters<typeof strangerProblem>, string | null]>([
  ["the same digits, whatever the kind", [{ account: "000-4021", kind: "card" }, OWN], null],
  [
    "other digits",
    [{ account: "0009999", kind: "bank" }, OWN],
    'The statement is of an account that ends with 9999, but "Checking" ends with 4021.',
  ],
  ["too few digits to compare", [{ account: "99", kind: "bank" }, OWN], null],
  ["no number", [{ account: null, kind: null }, OWN], null],
  [
    "no number, and a card",
    [{ account: null, kind: "card" }, OWN],
    'The statement is of a card account, but "Checking" is of type checking.',
  ],
  [
    "digits that the account does not have, and a bank account",
    [
      { account: "1234", kind: "bank" },
      { name: "Card", type: "credit", last4: null },
    ],
    'The statement is of a bank account, but "Card" is of type credit.',
  ],
  [
    "digits that the account does not have, and a card",
    [
      { account: "1234", kind: "card" },
      { name: "Card", type: "credit", last4: null },
    ],
    null,
  ],
])("a statement with %s", (_what, given, problem) => {
  expect(strangerProblem(...given)).toBe(problem);
});
