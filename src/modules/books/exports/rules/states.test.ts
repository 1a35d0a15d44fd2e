/**
 * The states of an export: every event leads to the status that the table of transitions says, and no event
 * changes a final status.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  statusAfter,
  EXPORT_STATUSES,
  type ExportEvent,
  type ExportStatus,
  EXPORT_STATES,
} from "./states.ts";

const EVENTS: readonly ExportEvent[] = ["begin", "attach", "give_up", "revoke"];
const FINAL_STATUSES: readonly ExportStatus[] = ["succeeded", "failed"];

test("an export finishes once, and its final status never changes (EXP-104, EXP-129)", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let status: ExportStatus = "pending";
      for (const event of events) {
        const transition = EXPORT_STATES.transitions.find(
          (each) => each.from === status && each.event === event,
        );
        if (transition === undefined && !FINAL_STATUSES.includes(status)) {
          expect(() => statusAfter(status, event)).toThrow(`an export that is ${status} can't ${event}`);
          continue;
        }
        const next = statusAfter(status, event);
        expect(next).toBe(transition?.to ?? status);
        if (FINAL_STATUSES.includes(status)) expect(next).toBe(status);
        status = next;
      }
      expect(EXPORT_STATUSES).toContain(status);
    }),
  );
});

test("no transition leaves a final status or leads back to pending, and every status can be reached", () => {
  expect(EXPORT_STATUSES.filter((status) => EXPORT_STATES.isFinal(status))).toEqual(FINAL_STATUSES);
  const reached = EXPORT_STATES.transitions.map(({ to }) => to);
  expect(reached).not.toContain("pending");
  expect(new Set(["pending", ...reached])).toEqual(new Set(EXPORT_STATUSES));
});
