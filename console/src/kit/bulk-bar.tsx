/** What can be done with the rows that are ticked, above the foot of their list. */
import type { ReactNode } from "react";
import { Amount } from "./amount.tsx";
import { Icon } from "./icon.tsx";
import "../style/lists.css";

interface BulkBarProps {
  readonly count: number;
  /** The amounts of the rows together, in cents. */
  readonly sum: number;
  readonly onClear: () => void;
  /** Buttons. */
  readonly children: ReactNode;
}

export function BulkBar({ count, sum, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk" role="toolbar" aria-label="The selected rows">
      <span role="status">
        <b>{count.toLocaleString("en-US")} selected</b> <Amount cents={sum} />
      </span>
      {children}
      <button type="button" className="button" aria-label="Clear the selection" onClick={onClear}>
        <Icon name="close" />
      </button>
    </div>
  );
}
