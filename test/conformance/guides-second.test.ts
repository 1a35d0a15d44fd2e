/** The lines of the second page of the documents, and of every second one after it. */
import { test } from "vitest";
import { everySecond, runLines } from "./guides.ts";

test.each(everySecond(1))(
  "the lines of $page run from the first to the last (CMD-018)",
  { timeout: 300_000 },
  runLines,
);
