/** What the page of accounts says. */
import { goldensOf } from "./shown.ts";

goldensOf("accounts", (show) => {
  show("list", "accounts");
  show("list of a clerk", "accounts", { as: "clerk" });
  show("list without any", "accounts", { books: "empty" });
  show("one", "accounts?account=acct_checking");
  show("one that is connected", "accounts?account=acct_savings");
  show("one of credit cards, of a viewer", "accounts?account=acct_credit", { as: "viewer" });
  show("one that is not there", "accounts?account=acct_nothing");
  show("card", "accounts?card=card_ada");
  show("card to its account", "accounts?card=card_ada", ({ press }) => press("Open its account"));
  show("keys of the list", "accounts", async ({ page, keys }) => {
    await page.locator(".list-name").first().focus();
    await keys("j", "Enter");
  });
  show("new", "accounts?do=add");
  show("new of a viewer", "accounts?do=add", { as: "viewer" });
  show("new with a fault", "accounts?do=add", async ({ press, fill, choose }) => {
    await fill("Name", "Petty cash");
    await choose("Kind", "other");
    await fill("Last four digits", "12");
    await press("Add the account");
  });
  show("category of its money", "accounts?do=add", async ({ press, type }) => {
    await press(/^Category: /);
    await type("sav");
  });
  show(
    "steps",
    "accounts",
    async ({ press, fill, choose, see }) => {
      await press("Add an account");
      await fill("Name", "Reserve");
      await choose("Kind", "savings");
      await fill("Bank", "Woodgrove Bank");
      await fill("Last four digits", "0099");
      await press("Add the account");
      await see("steps, added");
      await fill("Name", "Long reserve");
      await press("Save");
      await see("steps, changed");
      await press("Archive");
    },
    { books: "own" },
  );
});
