/**
 * The table of states: every event in every state leads where the table says, and nothing leads out of an
 * end.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { afterEvent, EXPORT_STATUSES, type ExportEvent, type ExportStatus, PROGRESS } from "./states.ts";

const EVENTS: readonly ExportEvent[] = ["begin", "attach", "give_up", "revoke"];
const ENDS: readonly ExportStatus[] = ["succeeded", "failed"];

test("an export ends once, and stays as it ended (EXP-104, EXP-129)", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let status: ExportStatus = "pending";
      for (const event of events) {
        const known = PROGRESS.transitions.find((each) => each.from === status && each.event === event);
        if (known === undefined && !ENDS.includes(status)) {
          expect(() => afterEvent(status, event)).toThrow(`an export that is ${status} can't ${event}`);
          continue;
        }
        const next = afterEvent(status, event);
        expect(next).toBe(known?.to ?? status);
        if (ENDS.includes(status)) expect(next).toBe(status);
        status = next;
      }
      expect(EXPORT_STATUSES).toContain(status);
    }),
  );
});

test("nothing leads out of an end or back to the beginning, and each state can be reached", () => {
  expect(EXPORT_STATUSES.filter((status) => PROGRESS.isFinal(status))).toEqual(ENDS);
  const reached = PROGRESS.transitions.map(({ to }) => to);
  expect(reached).not.toContain("pending");
  expect(new Set(["pending", ...reached])).toEqual(new Set(EXPORT_STATUSES));
});
