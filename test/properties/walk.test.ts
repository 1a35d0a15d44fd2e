/**
 * Whatever happens to a feed, in whatever order: the books, the balances and a mirror are what a naive ledger
 * makes of its records.
 */
import { test } from "vitest";
import { FEED } from "../support/feed.ts";
import { FEED_STEPS } from "./feed-steps.ts";
import { walk } from "./walk.ts";

test("a feed to which anything happens is the same in the statements, in the balances and in a mirror", async () => {
  await walk(FEED, FEED_STEPS, 70);
});
