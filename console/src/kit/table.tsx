/** A small table of figures or facts, such as a voucher or a preview: its name, its heads, its rows. */
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { Heads } from "./heads.tsx";
import "../style/lists.css";

interface TableProps {
  /** What it shows, for readers of the screen. */
  readonly caption: string;
  readonly isCaptionSeen?: boolean;
  /** The names of the columns, or a head of its own; left out where the rows say it all. */
  readonly heads?: Parameters<typeof Heads>[0]["of"] | ReactElement;
  /** How it looks: a `list` of records, or a `voucher` with a total, and what is its own. */
  readonly look?: string;
  /** The number of rows with the head, where only those in sight are drawn. */
  readonly rowCount?: number;
  /** Bodies and foot. */
  readonly children: ReactNode;
}

export function Table(props: TableProps) {
  const { caption, isCaptionSeen = false, heads, look = "voucher", rowCount, children } = props;
  return (
    <table className={look} aria-rowcount={rowCount}>
      <caption className={isCaptionSeen ? undefined : "unseen"}>{caption}</caption>
      {heads === undefined || isValidElement(heads) ? heads : <Heads of={heads} />}
      {children}
    </table>
  );
}
