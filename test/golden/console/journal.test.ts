/** What the page of the journal says. */
import { goldensOf } from "./shown.ts";

/** Few of the entries. */
const MARCH = "from=2025-03-01&to=2025-03-31";

goldensOf("journal", (show) => {
  show("list", "journal");
  show("list of a viewer", "journal", { as: "viewer" });
  show("list of a clerk", "journal", { as: "clerk" });
  show("list without any", "journal", { books: "empty" });
  show("list of one category", "journal?category=cat_travel&from=2025-01-01&to=2025-12-31");
  show("list of a source", "journal?source=adjustment");
  show("list that nothing fits", "journal?source=adjustment&from=2026-05-01");
  show("list of a month", `journal?${MARCH}`, { isWhole: true });
  show("posted by people", "journal?show=people");
  show("posted by people, to be reviewed, one open", "journal?show=people&review=open&entry=je_by_hand_1");
  show("posted by nobody", "journal?show=people", { books: "empty" });
  show("voucher", `journal?${MARCH}&entry=je_flight_1`);
  show("voucher by hand", `journal?${MARCH}&entry=je_by_hand_1`);
  show("voucher of a transaction", `journal?${MARCH}&entry=je_payment_1`, { as: "viewer" });
  show("voucher that is not there", `journal?${MARCH}&entry=je_nothing_1`);
  show("reversal", `journal?${MARCH}&entry=je_by_hand_1`, ({ press }) => press("Reverse"));
  show("reversal in closed books", `journal?${MARCH}&entry=je_by_hand_1`, async ({ press }) => {
    await press("Reverse", "Post the reversal");
  });
  show("keys of the list", `journal?${MARCH}`, async ({ page, keys }) => {
    await page.locator(".jr-row").first().focus();
    await keys("j", "j", "k", "Enter");
  });
  show("new entry", `journal?${MARCH}&new=entry`);
  show(
    "new entry that is not even",
    `journal?${MARCH}&new=entry`,
    async ({ press, fill, type, keys, see }) => {
      await fill("Memo", "Coffee");
      await press(/^Category of line 1/);
      await type("trav");
      await see("new entry, choosing a category");
      await keys("Enter");
      await fill("Debit of line 1", "1,250.00");
      await fill("Credit of line 2", "oops");
    },
  );
  show("opening balances", `journal?${MARCH}&new=opening`);
  show("opening balances with a difference", `journal?${MARCH}&new=opening`, async ({ fill, press, see }) => {
    await fill("Debit of Checking", "100");
    await fill("Credit of Checking", "5");
    await see("opening balances with a fault");
    await fill("Credit of Checking", "");
    await fill("Credit of Bank Loan", "40.50");
    await press("Show what it changes");
  });
  show(
    "steps of an entry",
    `journal?${MARCH}`,
    async ({ press, fill, type, keys, see }) => {
      await press("New entry");
      await fill("Memo", "Travel on credit");
      await press(/^Category of line 1/);
      await type("flights");
      await keys("Enter");
      await press(/^Category of line 2/);
      await type("payable");
      await keys("Enter");
      await fill("Debit of line 1", "250");
      await fill("Credit of line 2", "250");
      await press("Show what it changes");
      await see("steps of an entry, tried");
      await press("Post the entry");
      await see("steps of an entry, posted");
      await press("Mark as reviewed");
      await see("steps of an entry, reviewed");
      await press("Reverse", "Post the reversal");
      await see("steps of an entry, reversed");
      await press("Open what it reverses");
    },
    { books: "own" },
  );
  show(
    "steps of opening balances",
    `journal?${MARCH}&new=opening`,
    async ({ press, fill, see }) => {
      await fill("Debit of Checking", "100");
      await press("Show what it changes");
      await see("steps of opening balances, tried");
      await press(/^Post the balances/);
    },
    { books: "empty own" },
  );
});
