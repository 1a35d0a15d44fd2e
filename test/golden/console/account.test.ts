/** What the user's own page says. */
import { goldensOf } from "./shown.ts";

goldensOf("account", (show) => {
  show("sessions", "/app/me/sessions");
  show("sessions of a clerk", "/app/me/sessions", { as: "clerk" });
});
