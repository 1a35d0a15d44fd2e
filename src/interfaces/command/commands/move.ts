/**
 * Commands that move a company to another installation, in one line or step by step, and erase one. The one
 * line runs the steps in the processes that hold the two databases; each step can be run again.
 */
import { join, resolve } from "node:path";
import type { Config } from "../../../config/config.ts";
import type { ReportProgress } from "../../../core/progress.ts";
import type { ReceivedCompany, WrittenArchive } from "../../../platform/db/index.ts";
import { outputFile, temporaryFolder } from "../../../platform/machine/files.ts";
import { type CommandContext, type DatabaseCommand, databaseCommand, localCommand } from "../command.ts";
import { asked, namedFile, needed, optional, outputOption, text, UsageProblem } from "../fields.ts";
import { rowsText, showArchive, sumOf } from "./archive.ts";
import { COMPANY_ARGUMENT as company, companyId } from "./choose.ts";

const leave = databaseCommand({
  name: "company leave",
  summary: "Close a company and write its archive, for another installation",
  description:
    "The first step of a move without a connection between the two installations: `company leave` here, `company receive` there, `company moved` here, `company arrived` there. From now on nothing of the company can be changed here. `company stay` takes it back until `company moved`. Run again with another --output, it writes the archive again.",
  examples: [
    ["company leave comp_sample --output comp_sample.archive", "its keys answer 403 company_closed"],
  ],
  fields: {
    company,
    output: outputOption("The file to write, or the folder for a file named after the company"),
  },
  ownProcess: true,
  interrupted:
    "Interrupted. If the company is closed for its move already, run the command again, or take the company back with `company stay`.",
  async run(app, args, report) {
    const id = companyId(args.company);
    return app.wholeCompany.leave(id, await outputFile(args.output, `${id}.archive`), report);
  },
  show: (result) =>
    `${showArchive(result)}\nNext, at the other installation: npx daybook company receive ${result.file}`,
});

const stay = databaseCommand({
  name: "company stay",
  summary: "Open a company again that left and has not moved",
  examples: [["company stay comp_sample", "as if it had never left"]],
  fields: { company },
  run: (app, args) => app.wholeCompany.stay(companyId(args.company)),
  show: ({ company_id, name }) =>
    `The company ${company_id} (${name}) stays, in the state that it had before.`,
});

const receive = databaseCommand({
  name: "company receive",
  withoutFolder: () => "make",
  summary: "Bring a company in from its archive, without opening it",
  description:
    "Reads the whole archive before anything is changed. Then compares the digest of all rows and files here with that of the archive, and verifies the books, before it commits. People who are here already, by their e-mail addresses, keep their own user. The company stays closed until `company arrived`.",
  examples: [["company receive comp_sample.archive", "prints the digest that proves it"]],
  fields: { file: needed("argument", namedFile(), "The archive.") },
  ownProcess: true,
  run: (app, args, report) => app.wholeCompany.receive(args.file, report),
  notes: noteConnections,
  show: ({ company_id, name, rows, files, known_users, digest, needs_code }) =>
    [
      `The company ${company_id} (${name}) is here and closed: ${rowsText(rows)}, and ${files} stored files, equal to the archive.`,
      ...(known_users === 0 ? [] : [`Users who were here already, under another id: ${known_users}.`]),
      `Digest: ${digest}`,
      needs_code
        ? `Next, where it left: npx daybook company moved ${company_id} --digest ${digest}`
        : `It is a copy: to open it, when no other installation has it open: npx daybook company arrived ${company_id}`,
    ].join("\n"),
});

const moved = databaseCommand({
  name: "company moved",
  summary: "Mark a company as moved, when its digest proves that it arrived",
  description:
    "It can't be opened here any more, and its records stay until `company erase`. Prints the code that opens it at its new home.",
  examples: [
    [
      "company moved comp_sample --digest 3f0c... --place https://books.example.com",
      "after `company receive` there",
    ],
  ],
  fields: {
    company,
    digest: needed("option", text("digest"), "The digest that `company receive` printed."),
    place: optional("option", text("text"), "Where it lives now, for people who ask."),
  },
  run: (app, args) => app.wholeCompany.markMoved(companyId(args.company), args.digest, args.place),
  show: ({ company_id, name, code }) =>
    `The company ${company_id} (${name}) has moved.\nNext, at its new home: npx daybook company arrived ${company_id} --code ${code}`,
});

const arrived = databaseCommand({
  name: "company arrived",
  summary: "Open a company that was received",
  description:
    "Its API keys work here from now on. A company that left elsewhere needs the code of `company moved`, which shows that it is open nowhere else.",
  examples: [["company arrived comp_sample --code 4k2...", "the last step of a move"]],
  fields: { company, code: optional("option", text("code"), "The code that `company moved` printed.") },
  run: (app, args) => app.wholeCompany.open(companyId(args.company), args.code),
  show: ({ company_id, name, lifecycle }) => `The company ${company_id} (${name}) is here, and ${lifecycle}.`,
});

const moveState = databaseCommand({
  name: "move-state",
  summary: "The state of a company's move, for company move",
  examples: [],
  hidden: true,
  fields: { company },
  async run(app, args) {
    const found = await app.wholeCompany.find(companyId(args.company));
    // Without the code, which only `company moved` prints.
    return { move: found && { state: found.state, digest: found.digest } };
  },
  show: ({ move }) => move?.state ?? "not sealed",
});

const move = localCommand({
  name: "company move",
  summary: "Move a company to another installation that this machine reaches",
  description:
    "Seals the company here, brings everything of it to the other installation, proves there that all rows and files are equal and the books verify, marks it here as moved, and opens it there. It is never open in both. Interrupted at any point, the same command goes on; `company stay` takes the company back until it has moved. A running server of the other folder does the work there with its own settings.",
  examples: [
    [
      "company move comp_sample --to /srv/books/.daybook",
      "into the folder (DAYBOOK_HOME) of an embedded database",
    ],
    [
      "company move comp_sample --to postgres://daybook@db.example.com/daybook --to-objects /srv/books/objects",
      "into a PostgreSQL database, whose files are in that folder",
    ],
  ],
  fields: {
    company,
    to: needed(
      "option",
      text("place", 500),
      "The other installation: its DATABASE_URL, or its DAYBOOK_HOME.",
    ),
    to_objects: optional(
      "option",
      namedFile(),
      "The folder of its stored files; default: `objects` in its DAYBOOK_HOME. Required with a DATABASE_URL.",
    ),
  },
  async run(context, args, report) {
    const there = { ...context, config: otherConfig(context.config, args.to, args.to_objects) };
    const at = async <Result>(
      where: CommandContext,
      command: DatabaseCommand,
      own: Readonly<Record<string, unknown>>,
      reporting: ReportProgress = () => {},
    ): Promise<Result> =>
      (await import("../perform.ts")).perform(where, command, own, reporting) as Promise<Result>;
    const one = { company: args.company };
    const found = await at<{ move: { state: string; digest: string | null } | null }>(
      context,
      moveState,
      one,
    );
    let digest = found.move?.state === "moved" ? found.move.digest : null;
    if (digest === null) {
      const folder = await temporaryFolder("move");
      try {
        const file = join(folder.path, `${args.company}.archive`);
        await at<WrittenArchive>(context, leave, { ...one, output: file }, report);
        digest = (await at<ReceivedCompany>(there, receive, { file }, report)).digest;
      } finally {
        await folder.remove();
      }
    }
    const place = await placeOf(args.to);
    const { code } = await at<{ code: string }>(context, moved, { ...one, digest, place });
    const opened = await at<{ company_id: string; name: string; lifecycle: string }>(there, arrived, {
      ...one,
      code,
    });
    return { ...opened, place, digest };
  },
  show: ({ company_id, name, place, lifecycle, digest }) =>
    [
      `The company ${company_id} (${name}) has moved to ${place}, where it is ${lifecycle}. All rows and files are equal: digest ${digest}.`,
      `Its records here stay until: npx daybook company erase ${company_id}`,
    ].join("\n"),
});

const erase = databaseCommand({
  name: "company erase",
  summary: "Erase a closed company for good, and write a certificate of it",
  description:
    "Deletes all of its records and stored files, and the users who belong to no other company. Only a company that is closed, deleted or moved can be erased. The certificate, as JSON and as text, says what was deleted, and what backups and others may still hold.",
  examples: [
    [
      "company erase comp_sample --name 'Larkspindle, Inc.' --certificate certificates",
      "two files in that folder",
    ],
  ],
  fields: {
    company,
    name: asked(
      "Type the company's name to erase it for good",
      needed("option", text("text"), "The company's name, exactly: nothing can be undone."),
    ),
    archive: optional("option", namedFile(), "The last archive of it, whose digest the certificate names."),
    certificate: outputOption(
      "The certificate without its ending, or the folder for one named after the company",
    ),
  },
  ownProcess: true,
  interrupted: "Interrupted. Run the command again: it goes on if the rows are deleted already.",
  async run(app, args, report) {
    const id = companyId(args.company);
    const path = await outputFile(args.certificate, `${id}-erased`);
    return app.wholeCompany.erase(id, { name: args.name, archive: args.archive, path }, report);
  },
  show: ({ certificate: { company: erased, rows, files, erased_users }, file, text_file }) =>
    [
      `The company ${erased.id} (${erased.name}) is erased: ${sumOf(rows)} rows, ${files.length} files and ${erased_users.length} users.`,
      `The certificate is in ${file} and ${text_file}. Backups that were made before still hold the company.`,
    ].join("\n"),
});

function noteConnections({ rows }: ReceivedCompany): string[] {
  return (rows["feed_connections"] ?? 0) === 0
    ? []
    : [
        "The company has live feeds: their secrets are opened only with the CONNECTION_KEY of the installation that it left.",
      ];
}

const isUrl = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

/** The place without a password. */
async function placeOf(place: string): Promise<string> {
  if (!isUrl(place)) return resolve(place);
  const { placeOf: placeOfServers } = await import("../../../platform/db/index.ts");
  return placeOfServers(place) ?? "another database";
}

/** The settings of the other installation. */
function otherConfig(config: Config, to: string, objectsFolder: string | null): Config {
  const storage = { s3Endpoint: null, s3Bucket: null, s3AccessKeyId: null, s3SecretAccessKey: null };
  if (!isUrl(to)) return { ...config, ...storage, home: resolve(to), databaseUrl: null, objectsFolder };
  if (objectsFolder === null)
    throw new UsageProblem(
      "--to-objects is required with a DATABASE_URL: the folder of the other installation's stored files. If they are in a bucket, move the company step by step, beginning with `daybook company leave`.",
    );
  return { ...config, ...storage, databaseUrl: to, objectsFolder };
}

export const MOVE_COMMANDS = [move, leave, receive, moved, arrived, stay, erase, moveState];
