/** The edits of the page of transactions, one for each company. */
import { useMemo, useSyncExternalStore } from "react";
import { refusalText } from "../kit/refusal.tsx";
import { Edits, type Notice } from "./edits.ts";

export function useEdits(company: string): { readonly edits: Edits; readonly notice: Notice | null } {
  const edits = useMemo(() => new Edits(company, refusalText), [company]);
  return { edits, notice: useSyncExternalStore(edits.subscribe, edits.notice) };
}
