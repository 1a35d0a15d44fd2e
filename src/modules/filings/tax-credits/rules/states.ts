/**
 * The transitions that operators may record for a credit, as tables: the decision to claim it, its return,
 * and its submission to payroll.
 */
import { machine } from "../../../../core/states.ts";
import type { Questionnaire } from "../record.ts";
import type { Decision } from "./words.ts";

export const DECISION_EVENTS = ["opt_in", "decline"] as const;
type DecisionEvent = (typeof DECISION_EVENTS)[number];

/** The decision to claim a credit, which can be changed until the return is filed. */
export const DECISION = machine<Decision, DecisionEvent>([
  { from: "undecided", event: "opt_in", to: "opted_in" },
  { from: "undecided", event: "decline", to: "declined" },
  { from: "opted_in", event: "decline", to: "declined" },
  { from: "declined", event: "opt_in", to: "opted_in" },
]);

export const RETURN_EVENTS = ["prepare", "file"] as const;
type ReturnState = "none" | "prepared" | "filed";
type ReturnEvent = (typeof RETURN_EVENTS)[number];

export const RETURN = machine<ReturnState, ReturnEvent>([
  { from: "none", event: "prepare", to: "prepared" },
  { from: "prepared", event: "prepare", to: "prepared" },
  { from: "prepared", event: "file", to: "filed" },
  // The recorded amounts of a filed return can be corrected.
  { from: "filed", event: "prepare", to: "filed" },
]);

export const PAYROLL_EVENTS = ["submitted", "offset", "reopened"] as const;
type PayrollState = "open" | "submitted" | "full_offset" | "unexplained";
type PayrollEvent = (typeof PAYROLL_EVENTS)[number];

export const PAYROLL = machine<PayrollState, PayrollEvent>([
  { from: "open", event: "submitted", to: "submitted" },
  { from: "open", event: "offset", to: "full_offset" },
  // If the allocation is corrected, a part of the credit may be left for payroll after all.
  { from: "full_offset", event: "submitted", to: "submitted" },
  { from: "full_offset", event: "reopened", to: "open" },
  { from: "submitted", event: "reopened", to: "open" },
  { from: "unexplained", event: "submitted", to: "submitted" },
  { from: "unexplained", event: "offset", to: "full_offset" },
  { from: "unexplained", event: "reopened", to: "open" },
]);

export function returnStateOf({ package: returned }: Pick<Questionnaire, "package">): ReturnState {
  return returned === null ? "none" : returned.filed ? "filed" : "prepared";
}

export function payrollStateOf({
  payroll_done,
  payroll_done_because,
  payroll_submitted_at,
}: Questionnaire): PayrollState {
  return payroll_done_because ?? (payroll_done || payroll_submitted_at !== null ? "unexplained" : "open");
}
