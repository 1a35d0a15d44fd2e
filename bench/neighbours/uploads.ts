/** Bank files of the largest size, uploaded by one company all at once. */
import { fileURLToPath } from "node:url";
import { API } from "../beside-bare.ts";
import { run } from "../process/child.ts";
import type { Case } from "./case.ts";

const PROGRAM = fileURLToPath(new URL("../process/uploads.ts", import.meta.url));
const UPLOADS = 10;

export const uploads: Case = {
  what: `${UPLOADS} uploads of 25 MiB at once`,
  async begin({ origin, careless: { keys } }) {
    const accounts: string[] = [];
    for (let made = 0; made < UPLOADS; made += 1) {
      const answer = await fetch(`${origin}${API}/accounts`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys[0]}`, "content-type": "application/json" },
        body: JSON.stringify({ name: `Careless ${made}`, type: "checking" }),
      });
      if (!answer.ok) throw new Error(`an account was not created: ${answer.status} ${await answer.text()}`);
      accounts.push(((await answer.json()) as { id: string }).id);
    }
    const child = run(PROGRAM, [origin, `${API}/transaction_uploads`, ...accounts, "--", ...keys]);
    await child.firstLine;
    // Until the files are made, and the first of them have arrived.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return () => child.stop();
  },
};
