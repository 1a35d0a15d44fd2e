/** The thread that verifies the books in a copy of the folder of an embedded database. */
import { openApp } from "../app.ts";
import type { Verification } from "../modules/books/ledger/index.ts";
import { answerJobs } from "../platform/threads/program.ts";
import type { CopyToVerify } from "./verification.ts";

/** The shortest time between two reports of progress. */
const REPORT_EVERY_MS = 200;

answerJobs<readonly Verification[]>(async ({ config, companies }: CopyToVerify, ask) => {
  const app = await openApp(config, { command: "verify", socket: null });
  try {
    const verifications: Verification[] = [];
    let reported = Number.NEGATIVE_INFINITY;
    for (const id of companies)
      verifications.push(
        await app.ledger.verify(id, (progress) => {
          const elapsed = app.clock.elapsedMs();
          if (elapsed - reported < REPORT_EVERY_MS) return;
          reported = elapsed;
          void ask(progress);
        }),
      );
    return verifications;
  } finally {
    await app.close();
  }
});
