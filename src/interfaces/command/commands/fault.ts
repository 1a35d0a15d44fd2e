/**
 * Commands for drills: they make steps of the service fail on purpose (faults), to try that no data is lost
 * by such a failure. They work only with DAYBOOK_DRILLS=1.
 */
import {
  FAULT_ACTIONS,
  FAULT_STEPS,
  type FaultAction,
  type FaultStep,
  HELD_STEPS,
} from "../../../platform/faults/steps.ts";
import { databaseCommand } from "../command.ts";
import { needed, optional, UsageProblem, wholeNumber, word } from "../fields.ts";
import type { CommandServices } from "../services.ts";
import { table } from "../table.ts";

const STEPS = Object.keys(FAULT_STEPS) as FaultStep[];
const ACTIONS = Object.keys(FAULT_ACTIONS) as FaultAction[];
const MOST_TIMES = 1_000_000;

/** Returns the service that sets faults. Throws `UsageProblem` if drills are off. */
function drillsOf({ faults }: CommandServices) {
  if (faults.drills === null)
    throw new UsageProblem(
      "Drills are off. Start the service, and this command, with DAYBOOK_DRILLS=1; never with real books.",
    );
  return faults.drills;
}

const faultSet = databaseCommand({
  name: "fault set",
  summary: "Make a step fail, hang, wait or kill its process, in the next process that reaches it",
  description: `Only with DAYBOOK_DRILLS=1. Steps: ${STEPS.map((step) => `${step} (${FAULT_STEPS[step]})`).join(" ")} Actions: ${ACTIONS.map((action) => `${action} (${FAULT_ACTIONS[action]})`).join(" ")}`,
  examples: [
    ["fault set export.stored", "the next export's attempt fails once its file is stored"],
    ["fault set export.rendered --action crash --times 3", "three attempts kill their worker"],
    ["fault set export.begun --action hold", "exports stay `processing` until `fault clear export.begun`"],
  ],
  fields: {
    step: needed("argument", word(...STEPS), "The step."),
    action: optional("option", word(...ACTIONS), "The action; default: fail."),
    times: optional(
      "option",
      wholeNumber("number", 1, MOST_TIMES),
      "How often; default: once. A hold lasts until the fault is cleared, however often the step is reached.",
    ),
  },
  async run(app, { step, action, times }) {
    if (action === "hold" && !HELD_STEPS.includes(step))
      throw new UsageProblem(
        `${step} can't be held. The steps that can be held are ${HELD_STEPS.join(", ")}.`,
      );
    const row = { step, action: action ?? ("fail" as const), times: times ?? 1 };
    await drillsOf(app).set(row);
    return row;
  },
  show: ({ step, action, times }) =>
    action === "hold"
      ? `At ${step}: hold, until it is cleared.`
      : `At ${step}: ${action}, ${times === 1 ? "once" : `${times} times`}.`,
});

const faultList = databaseCommand({
  name: "fault list",
  summary: "List the faults that have not happened yet",
  examples: [["fault list", "the pending faults"]],
  fields: {},
  run: async (app) => ({ faults: await drillsOf(app).list() }),
  show: ({ faults }) =>
    table(
      ["STEP", "ACTION", "TIMES"],
      faults.map(({ step, action, times }) => [step, action, String(times)]),
      "There are no pending faults.",
    ),
});

const faultClear = databaseCommand({
  name: "fault clear",
  summary: "Clear faults that have not happened yet",
  examples: [["fault clear", "all of them"]],
  fields: { step: optional("argument", word(...STEPS), "Only at this step.") },
  run: async (app, { step }) => ({ cleared: await drillsOf(app).clear(step) }),
  show: ({ cleared }) => `${cleared} taken back.`,
});

export const FAULT_COMMANDS = [faultSet, faultList, faultClear];
