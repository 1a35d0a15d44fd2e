/**
 * Many connections that ask for the metrics over and over, without a key. They run in a process of their own,
 * so that they don't slow down the measurement. Every operation was asked for before, so that the metrics are
 * as long as those of a service in use.
 */
import { fileURLToPath } from "node:url";
import { API } from "../beside-bare.ts";
import { run } from "../process/child.ts";
import type { Case } from "./case.ts";

const PROGRAM = fileURLToPath(new URL("../process/hammer.ts", import.meta.url));
const CONNECTIONS = 20;

export const scrapes: Case = {
  what: `${CONNECTIONS} connections that ask for /metrics`,
  async begin({ bench, origin, careless }) {
    const document = await fetch(`${origin}/docs/openapi.json`);
    const { paths } = (await document.json()) as { readonly paths: Record<string, object> };
    for (const [path, operations] of Object.entries(paths))
      for (const method of Object.keys(operations))
        for (const headers of [{ authorization: `Bearer ${careless.keys[0]}` }, {}])
          await (await fetch(`${origin}${API}${path}`, { method: method.toUpperCase(), headers })).text();
    const metrics = await fetch(`${origin}/metrics`);
    bench.say(`the metrics have ${(await metrics.text()).length} bytes`);
    const child = run(PROGRAM, [origin, "/metrics", String(CONNECTIONS)]);
    await child.firstLine;
    return () => child.stop();
  },
};
