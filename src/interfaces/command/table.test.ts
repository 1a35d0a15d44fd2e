/** Tables of text that somebody else wrote: nothing in them moves the cursor, ends a line or hides. */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { present } from "@daybook/words/assert";
import { INTEGRATION_COMMANDS } from "./commands/integration.ts";
import { table } from "./table.ts";

test("what would control a terminal or end a line is written out (CMD-005)", () => {
  expect(
    table(
      ["A", "B"],
      [
        ["ok\nkey_fake", "x\u001b[31m"],
        ["\u009b2J\u202e", "日本 🎏\t"],
      ],
      "",
    ),
  ).toBe(
    ["A                 B", "ok\\u000akey_fake  x\\u001b[31m", "\\u009b2J\\u202e    日本 🎏\\u0009"].join(
      "\n",
    ),
  );
});

test("what a bundle says of a connection is shown on its line", async () => {
  const http = await testApp();
  const { id } = await http.company({
    integrations: [
      {
        key: "xero",
        available: true,
        status: "requires_reconnect",
        detail: "a\u001b[2J\nstripe  fine",
        reported_at: 1,
      },
    ],
    journal: [],
  });
  const list = present(
    INTEGRATION_COMMANDS.find(({ name }) => name === "integration list"),
    "there is no such command",
  );
  const args = { company: id };
  const shown = list.show(
    await list.run(http.app, args, () => {}, new AbortController().signal, "ada"),
    args,
  );
  expect(shown).toContain("a\\u001b[2J\\u000astripe  fine");
});
