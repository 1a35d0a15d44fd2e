/** What the page of connections says. */
import { goldensOf } from "./shown.ts";

goldensOf("connections", (show) => {
  show("list", "connections");
  show("list of a viewer", "connections", { as: "viewer" });
  show("list of a clerk", "connections", { as: "clerk" });
  show("list without any", "connections", { books: "empty" });
  show("one", "connections?connection=conn_mercury");
  show("one that needs a person", "connections?connection=conn_stripe");
  show("one of a viewer", "connections?connection=conn_mercury", { as: "viewer" });
  show("one that is not there", "connections?connection=conn_nothing");
  show("choosing accounts", "connections?connection=conn_stripe", ({ choose }) =>
    choose("Main account feeds", "acct_checking"),
  );
  show("disconnecting", "connections?connection=conn_mercury", ({ press }) => press("Disconnect"));
  show("new", "connections?connect=mercury");
  show(
    "steps",
    "connections?connection=conn_stripe",
    async ({ choose, press, see }) => {
      await choose("Main account feeds", "acct_checking");
      await press("Choose these accounts");
      await see("steps, accounts chosen");
      await press("Disconnect", /^Disconnect Stripe/);
    },
    { books: "own" },
  );
});
