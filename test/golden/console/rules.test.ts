/** What the page of rules says. */
import { goldensOf } from "./shown.ts";

goldensOf("rules", (show) => {
  show("list", "rules");
  show("list of a viewer", "rules", { as: "viewer" });
  show("list of a clerk", "rules", { as: "clerk" });
  show("list without any", "rules", { books: "empty" });
  show("one", "rules?rule=rule_tools");
  show("one that is off, of a viewer", "rules?rule=rule_large", { as: "viewer" });
  show("one that is not there", "rules?rule=rule_nothing");
  show("trying it on the past", "rules?rule=rule_tools", ({ press }) => press("Try it on the past"));
  show("deleting", "rules?rule=rule_tools", ({ press }) => press("Delete it"));
  show("editing", "rules?rule=rule_large&do=edit");
  show("keys of the list", "rules", async ({ page, keys }) => {
    await page.locator(".list-name").first().focus();
    await keys("j", "Enter");
  });
  show("new", "rules?do=add");
  show("new with conditions", "rules?do=add", async ({ press, fill, choose, type, keys, see }) => {
    await fill("Name of the rule", "Tea");
    await choose("Field 1", "description");
    await choose("Comparison 1", "starts_with");
    await fill("Letters 1", "Payment");
    await press(/^Category/);
    await type("flights");
    await keys("Enter");
    await see("new with a condition");
    await press("Add a condition");
    await fill("Amount 2", "-1.5");
  });
});
