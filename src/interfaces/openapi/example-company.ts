/**
 * A small company whose answers stand as examples in the documents: few enough vouchers that a reader can add
 * them up. It is the file `docs/example-company.json`, so that every example can be tried. Nothing in it
 * depends on the time at which the documents are made.
 */
import bundle from "../../../docs/example-company.json" with { type: "json" };
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";

/** Noon in Los Angeles on 10 April 2026: the time at which the examples were asked. */
export const EXAMPLE_NOW: UnixSeconds = unixSeconds(Date.UTC(2026, 3, 10, 19) / 1000);
export const EXAMPLE_COMPANY = "comp_example";
export const EXAMPLE_OWNER = "ada@example.com";
/** An invitation that was accepted. */
export const EXAMPLE_ACCEPTED = "invite_example2";
export const EXAMPLE_BUNDLE: object = bundle;
