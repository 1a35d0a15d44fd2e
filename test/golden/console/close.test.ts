/** What the page of the month close says. */
import { goldensOf } from "./shown.ts";

goldensOf("close", (show) => {
  show("a month with open items", "close");
  show("of a viewer", "close", { as: "viewer" });
  show("through a day", "close?through=2026-05-19");
  show("asked why", "close", async ({ press, see }) => {
    await press("Close anyway…");
    await see("asked why, with a dialog");
  });
});
