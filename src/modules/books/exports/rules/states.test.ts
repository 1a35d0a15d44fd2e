/**
 * The table of states: every event in every state leads where the table says, and nothing leads out of an
 * end.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  EXPORT_STATUSES,
  EXPORT_TRANSITIONS,
  type ExportEvent,
  type ExportStatus,
  isFinal,
  nextStatus,
} from "./states.ts";

const EVENTS: readonly ExportEvent[] = ["begin", "attach", "give_up", "revoke"];

test("an export ends once, and stays as it ended (EXP-104, EXP-129)", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let status: ExportStatus = "pending";
      for (const event of events) {
        const known = EXPORT_TRANSITIONS.find((each) => each.from === status && each.event === event);
        if (known === undefined && !isFinal(status)) {
          expect(() => nextStatus(status, event)).toThrow(`an export that is ${status} can't ${event}`);
          continue;
        }
        const next = nextStatus(status, event);
        expect(next).toBe(known?.to ?? null);
        if (isFinal(status)) expect(next).toBeNull();
        status = next ?? status;
      }
      expect(EXPORT_STATUSES).toContain(status);
    }),
  );
});

test("nothing leads out of an end or back to the beginning, and each state can be reached", () => {
  expect(EXPORT_TRANSITIONS.filter(({ from, to }) => isFinal(from) || to === "pending")).toEqual([]);
  expect(new Set(["pending", ...EXPORT_TRANSITIONS.map(({ to }) => to)])).toEqual(new Set(EXPORT_STATUSES));
});
