/** What the overview says. */
import { goldensOf } from "./shown.ts";

goldensOf("overview", (show) => {
  show("overview", "overview");
  show("overview of a viewer", "overview", { as: "viewer" });
  show("overview of a clerk", "overview", { as: "clerk" });
  show("overview of empty books", "overview", { books: "empty" });
  show("tables in place of charts", "overview", async ({ keys }) => keys("t"));
  show("charts again", "overview", async ({ keys }) => keys("t", "t"));
});
