/** What the page of the general ledger says. */
import { goldensOf } from "./shown.ts";

const SPRING = "from=2025-03-01&to=2025-05-31";

goldensOf("ledger", (show) => {
  show("of a category", `statements/ledger?${SPRING}&category=cat_travel`, { isWhole: true });
  show("of the fiscal year", "statements/ledger");
  show("of a viewer", `statements/ledger?${SPRING}&category=cat_travel`, { as: "viewer" });
  show("of a clerk", "statements/ledger", { as: "clerk" });
  show("of empty books", "statements/ledger", { books: "empty" });
  show("of two fiscal years", "statements/ledger?from=2025-11-01&to=2026-05-20");
  show("of a category that there is not", `statements/ledger?${SPRING}&category=cat_nothing`);
  show("voucher", `statements/ledger?${SPRING}&entry=je_flight_1`);
  show("formats", `statements/ledger?${SPRING}`, ({ press }) => press("Export"));
});
