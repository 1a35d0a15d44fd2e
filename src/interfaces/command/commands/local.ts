/**
 * Commands that run in this process and never in a running server: checks of an installation and of a backup,
 * and generated files.
 */
import { localCommand } from "../command.ts";
import { namedFile, needed, toggle } from "../fields.ts";
import { showRestoration } from "./upkeep.ts";
import { table } from "../table.ts";

const doctor = localCommand({
  name: "doctor",
  summary: "Look at this installation and say what is wrong and what to do",
  description: "Changes nothing. Ends with exit code 5 when there is a problem.",
  examples: [["doctor", "works with and without a running server"]],
  fields: {},
  run: async (context, _args, report) => (await import("../doctor.ts")).examine(context, report),
  show: ({ ok, findings }) =>
    `${table(
      ["", "WHAT", "FOUND"],
      findings.map((finding) => [
        finding.ok ? "ok" : "PROBLEM",
        finding.what,
        finding.todo === null ? finding.found : `${finding.found} ${finding.todo}`,
      ]),
      "",
    )}\n\n${ok ? "No problem found." : "There are problems."}`,
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

const emit = localCommand({
  name: "emit",
  summary: "Write the generated files of published/, or compare them",
  description: "Needs no database of yours: it works on one in memory.",
  examples: [
    ["emit", "writes them"],
    ["emit --check", "changes nothing; exit code 5 when a file differs"],
  ],
  fields: { check: toggle("Compare with what would be written, and write nothing.") },
  run: async (context, { check }) => (await import("../emit.ts")).emit(context, check),
  show: ({ changed, check }) => {
    if (changed.length === 0) return "published/ is up to date.";
    return check
      ? `Out of date: ${changed.join(", ")}. Run \`daybook emit\` and commit the result.`
      : `Wrote ${changed.join(", ")}.`;
  },
  exit: ({ changed, check }) => (check && changed.length > 0 ? "difference" : "ok"),
});

const restoreDrill = localCommand({
  name: "restore-drill",
  summary: "Try a backup: restore it into a database of its own, verify it, and delete that again",
  description:
    "Restores the file as `restore` does, books and stored files, into a temporary folder of this machine, and verifies every company. It touches no database or storage that is in use. Ends with exit code 5 when something differs.",
  examples: [["restore-drill daybook.backup", "for a timer, after each backup"]],
  fields: { file: needed("argument", namedFile(), "The file that `daybook backup` wrote.") },
  run: async (context, { file }, report) => (await import("../drill.ts")).drillRestore(context, file, report),
  show: (restored, { file }) => `${showRestoration(restored, file)}\nIt was a drill: nothing of it is kept.`,
  exit: ({ ok }) => (ok ? "ok" : "difference"),
});

const template = localCommand({
  name: "template",
  summary: "Make the templates that new data folders are copied from",
  description:
    "Installing the project runs this, so that the first start is quick. One is empty, the other has the sample company up to today. It fails no installation and keeps none waiting: on trouble the first start does without them.",
  examples: [["template", "makes those that are missing"]],
  hidden: true,
  fields: {},
  run: async (context) => ({ ready: await (await import("../template.ts")).makeTemplates(context) }),
  show: ({ ready }) =>
    ready
      ? "The templates of the embedded database are ready."
      : "The templates of the embedded database were not made; the first start does without them.",
});

export const LOCAL_COMMANDS = [doctor, emit, restoreDrill, template];
