/**
 * The steps at which a drill can make a process fail. The steps of an export are in the order of its work.
 */

export const FAULT_STEPS = {
  "export.accepted": "An export and its job are committed, and the request is not answered yet.",
  "export.begun": "An attempt has begun.",
  "export.read": "The books are read.",
  "export.rendered": "The file is made, and not stored yet.",
  "export.stored": "The file is stored, and not handed over yet.",
  "export.attached": "The export has succeeded, and its job is not done yet.",
  "tax_upload.inspected": "The PDF of a tax upload was looked at, and nothing is written yet.",
  "sheet.calculation":
    "A calculation of a spreadsheet has begun. It is `unavailable` when this step fails, or stalls for longer than a calculation may take.",
} as const;
export type FaultStep = keyof typeof FAULT_STEPS;

export const FAULT_ACTIONS = {
  fail: "The step fails.",
  crash: "The process is killed, as by a power cut.",
  stall: "The step takes until its worker gives it up or has lost it.",
  hold: "The step waits until the fault is cleared, and then goes on.",
} as const;
export type FaultAction = keyof typeof FAULT_ACTIONS;

/** The steps that can be held: those of a background job, which is retried as long as the step is held. */
export const HELD_STEPS: readonly FaultStep[] = [
  "export.begun",
  "export.read",
  "export.rendered",
  "export.stored",
];
