/** What the pages of the team say. */
import { goldensOf } from "./shown.ts";

goldensOf("team", (show) => {
  show("list", "team");
  show("list of a viewer", "team", { as: "viewer" });
  show("list of a clerk", "team", { as: "clerk" });
  show("list without invitations", "team", { books: "empty" });
  show("access", "team?show=access");
  show("member", "team?member=mbr_viewer");
  show("oneself", "team?member=mbr_owner");
  show("member of a viewer", "team?member=mbr_clerk", { as: "viewer" });
  show("member that is not there", "team?member=mbr_nothing");
  show("invitation", "team?invitation=invite_pending");
  show("invitation that is over", "team?invitation=invite_over");
  show("invitation that was revoked", "team?invitation=invite_revoked");
  show("invitation of a viewer", "team?invitation=invite_pending", { as: "viewer" });
  show("revoking", "team?invitation=invite_pending", ({ press }) => press("Revoke"));
  show("changing access", "team?invitation=invite_pending", async ({ press }) => {
    await press("Change access", /^Custom access/);
  });
  show("former invitations", "team?state=revoked");
  show("invitations of no such state", "team?state=accepted");
  show("inviting", "team?do=invite");
  show("inviting with custom access", "team?do=invite", ({ press }) => press(/^Custom access/));
  show("keys of the list", "team", async ({ page, keys }) => {
    await page.locator("main [data-opens]").first().focus();
    await keys("j", "Enter", "Escape");
  });
  show(
    "steps",
    "team",
    async ({ fill, press, see }) => {
      await press("Invite");
      await fill("First name", "Grace");
      await fill("Last name", "Ledger");
      await fill("E-mail address", "Grace.Ledger@invited.example");
      await press("Send the invitation");
      await see("steps, invited");
      await press("Change access", /^Full admin/, "Change the access");
      await see("steps, changed");
      await press("Send again");
      await see("steps, sent again");
      await press("Revoke", "Revoke the invitation");
    },
    { books: "own" },
  );
  show("inviting with some access", "team?do=invite", async ({ press, page }) => {
    await press(/^Custom access/);
    await page.getByRole("group", { name: "Invoices" }).getByRole("radio", { name: "Manage" }).check();
    await page.getByRole("group", { name: "Payroll" }).getByRole("radio", { name: "None" }).check();
  });
});
