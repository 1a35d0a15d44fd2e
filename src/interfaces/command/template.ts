/**
 * Makes the templates that new data folders are copied from, while the project is installed: the migrated,
 * empty one, and the one with the sample company. Invariant: if a template can't be made, the installation
 * neither fails nor hangs.
 */
import { type CivilDate, losAngelesDate } from "@daybook/words/civil-date";
import { findSampleTemplate, prepareTemplate, saveSampleTemplate } from "../../platform/db/index.ts";
import { endsWithin } from "../../platform/time/timer.ts";
import type { CommandContext } from "./command.ts";

/** The time limit: many times what a slow machine needs. */
const LONGEST_MS = 240_000;

/** Makes the templates unless they exist. Returns true if they exist now. Throws nothing. */
export async function makeTemplates(context: CommandContext): Promise<boolean> {
  try {
    return await endsWithin(
      LONGEST_MS,
      prepareTemplate().then(() => makeSampleTemplate(context)),
    );
  } catch {
    return false;
  }
}

/** Makes the template with the sample company as of today. */
async function makeSampleTemplate({ config, open }: CommandContext): Promise<void> {
  let until: CivilDate | null = null;
  const app = await open(
    { ...config, databaseUrl: null },
    {
      command: "template",
      inMemory: true,
      onPacked: async (tar) => {
        if (until !== null) await saveSampleTemplate(tar, until);
      },
    },
  );
  try {
    const today = losAngelesDate(app.clock.now());
    if ((await findSampleTemplate(today))?.until !== today) until = await app.intake.beginSample();
  } finally {
    await app.close();
  }
}
