/** What the pages of invoices say. */
import { goldensOf } from "./shown.ts";

goldensOf("invoices", (show) => {
  show("list", "invoices");
  show("list of a viewer", "invoices", { as: "viewer" });
  show("list without any", "invoices", { books: "empty" });
  show("list that nothing fits", "invoices?status=paid&text=nobody&from=2026-01-01&to=2026-02-01");
  show("list of one customer", "invoices?customer=Blue+Fern", async ({ press }) => press("Clear filters"));
  show("by age", "invoices?show=ages");
  show("by age on an earlier day", "invoices?show=ages&on=2026-04-10");
  show("by age without any", "invoices?show=ages", { books: "empty" });
  show("by age to a customer", "invoices?show=ages", ({ press }) => press("Blue Fern"));
  show("one that is due", "invoices?invoice=inv_due");
  show("one that is paid in part", "invoices?invoice=inv_part");
  show("one that is void", "invoices?invoice=inv_void");
  show("one of a viewer", "invoices?invoice=inv_paid", { as: "viewer" });
  show("one that is not there", "invoices?invoice=inv_nothing");
  show("its payment", "invoices?invoice=inv_paid", ({ press }) => press(/^May 1, 2026: /));
  show("unmatching", "invoices?invoice=inv_paid", ({ press }) => press("Unmatch"));
  show("matching", "invoices?invoice=inv_due", ({ press }) => press("Match a payment"));
  show("voiding", "invoices?invoice=inv_due", ({ press }) => press("Void"));
  show("receiving", "invoices?invoice=inv_due", ({ press }) => press("Receive payment"));
  show("crediting with a fault", "invoices?invoice=inv_due", ({ press }) =>
    press("Credit note", "Show what it books"),
  );
  show("using a credit", "invoices?invoice=inv_due", ({ press }) => press("Use credit of …"));
  show("writing off more than is due", "invoices?invoice=inv_due", async ({ press, fill, type, keys }) => {
    await press("Write off", /^Category of bad debts/);
    await type("Software");
    await keys("Enter");
    await fill("Amount, in dollars", "500.01");
    await press("Show what it books");
  });
  show("keys of the list", "invoices", async ({ page, keys }) => {
    await page.locator(".list-name").first().focus();
    await keys("j", "j", "k", "Enter");
  });
  show("new", "invoices?do=new");
  show("open in other books", "invoices?do=open");
  show("new with a fault", "invoices?do=new", async ({ press, fill }) => {
    await fill("Customer", "Quay Foods");
    await fill("What is billed", "Work");
    await press("Add a line");
    await fill("Quantity", "2.5");
    await fill("Price of one, in dollars", "ten");
    await press("Issue the invoice");
  });
  show("new with a number that is taken", "invoices?do=new", async ({ press, fill }) => {
    await fill("Customer", "Quay Foods");
    await fill("Number", "1001");
    await fill("What is billed", "Work");
    await fill("Quantity", "2.5");
    await fill("Price of one, in dollars", "12.50");
    await press("Issue the invoice");
  });
  show(
    "steps",
    "invoices?do=new",
    async ({ press, fill, see, type, keys }) => {
      await fill("Customer", "Quay Foods");
      await fill("Customer's e-mail address", "pay@quay.example");
      await fill("Number", "2001");
      await fill("Due", "2026-06-30");
      await fill("What is billed", "Work");
      await fill("Price of one, in dollars", "61.50");
      await press("Issue the invoice");
      await see("steps, issued");
      await press("Match a payment", /exactly the amount due/);
      await see("steps, paid");
      await press("Unmatch", "Unmatch it");
      await see("steps, unmatched");
      await press("Write off", /^Category of bad debts/);
      await type("Software");
      await keys("Enter");
      await fill("Amount, in dollars", "1.50");
      await press("Show what it books");
      await see("steps, writing off");
      await press("Write it off");
      await see("steps, written off");
      await press("Take back");
      await see("steps, taking back");
      await press("Take it back");
      await press("Void", "Void the invoice");
    },
    { books: "own" },
  );
});
