/**
 * Many connections of one key, each of which reads its answer to the end and then asks again. They run in a
 * process of their own, so that they don't slow down the measurement.
 */
import { fileURLToPath } from "node:url";
import { API } from "../beside-bare.ts";
import { run } from "../process/child.ts";
import type { Case } from "./case.ts";

const PROGRAM = fileURLToPath(new URL("../process/readers.ts", import.meta.url));
const READERS = 150;

export const readers: Case = {
  what: `${READERS} readers of one key`,
  async begin({ origin, careless }) {
    const child = run(PROGRAM, [
      origin,
      `${API}/transactions?limit=500`,
      careless.keys[0] ?? "",
      String(READERS),
    ]);
    await child.firstLine;
    return () => child.stop();
  },
};
