/** A small table of figures or facts, such as a voucher or a preview: its name, its heads, its rows. */
import type { ReactNode } from "react";
import { Heads } from "./heads.tsx";

interface TableProps {
  /** What it shows, for readers of the screen. */
  readonly caption: string;
  readonly heads: Parameters<typeof Heads>[0]["of"];
  /** How it looks: a list of records, or a voucher with a total. */
  readonly look?: "list" | "voucher";
  /** Bodies and foot; a single body may be left out. */
  readonly children: ReactNode;
}

export function Table({ caption, heads, look = "voucher", children }: TableProps) {
  return (
    <table className={look}>
      <caption className="unseen">{caption}</caption>
      <Heads of={heads} />
      {children}
    </table>
  );
}
