/** Exports of one company that the service's own worker makes without a pause. */
import { randomUUID } from "node:crypto";
import { API } from "../beside-bare.ts";
import type { Case } from "./case.ts";

const LOOK_MS = 50;
const KINDS = [
  { start_date: "2025-11-01", end_date: "2026-10-31", report_type: "income_statement", format: "pdf" },
  { start_date: "2016-11-01", end_date: "2026-10-31", report_type: "income_statement", format: "xlsx" },
] as const;

export const twoExports: Case = {
  what: "two exports, made again and again",
  async begin({ origin, careless: { keys } }) {
    let isOver = false;
    const make = async (body: object, key: string): Promise<void> => {
      const ask = async (path: string, init: RequestInit = {}): Promise<{ id: string; status: string }> => {
        const headers = {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": randomUUID(),
        };
        const answer = await fetch(`${origin}${API}/reports/exports${path}`, { ...init, headers });
        if (!answer.ok) throw new Error(`an export was answered by ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as { id: string; status: string };
      };
      while (!isOver) {
        const { id } = await ask("", { method: "POST", body: JSON.stringify(body) });
        let status = "pending";
        while (status !== "succeeded") {
          if (status === "failed") throw new Error(`the export ${id} failed`);
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
          ({ status } = await ask(`/${id}`));
        }
      }
    };
    const making = Promise.all(KINDS.map((body, at) => make(body, keys[at] ?? "")));
    making.catch(() => {});
    return async () => {
      isOver = true;
      await making;
    };
  },
};
