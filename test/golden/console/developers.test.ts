/** What the pages for developers say. */
import { goldensOf } from "./shown.ts";

goldensOf("developers", (show) => {
  show("keys", "developers");
  show("keys of a viewer", "developers", { as: "viewer" });
  show("keys without any", "developers", { books: "empty" });
  show("key", "developers?key=key_reporting");
  show("key that is revoked", "developers?key=key_old");
  show("key that is not there", "developers?key=key_nothing");
  show("renaming", "developers?key=key_reporting", ({ fill }) => fill("Name", "Reports"));
  show("revoking", "developers?key=key_reporting", ({ press }) => press("Revoke"));
  show("creating", "developers?do=create");
  show("how to sync", "developers?show=sync");
  show("keys of the list", "developers", async ({ page, keys }) => {
    await page.locator("tbody button").first().focus();
    await keys("j", "Enter", "Escape");
  });
  show(
    "steps",
    "developers?key=key_reporting",
    async ({ fill, press, see }) => {
      await fill("Name", "Reports");
      await press("Rename");
      await see("steps, renamed");
      await press("Revoke", "Revoke the key");
    },
    { books: "own" },
  );
});
