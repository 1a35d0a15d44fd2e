/** A panel beside a page: what is behind something chosen there. Escape goes one back, or closes it. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

interface PanelProps {
  /** What it is, for readers of the screen. */
  readonly name: string;
  readonly title: string;
  /** A few words after the title. */
  readonly note?: string | undefined;
  /** Goes one back inside the panel; left out where there is nothing to go back to. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
  /** When it changes, the focus goes to the title. */
  readonly focusKey: string;
  readonly children: ReactNode;
}

export function Panel({ name, title, note, onBack, onClose, focusKey, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // A form's first field has taken the focus already.
    if (activeElement?.matches(".panel :is(input, select)") !== true) heading.current?.focus();
  }, [focusKey]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    (onBack ?? onClose)();
  };
  return (
    <aside className="panel" aria-label={name} onKeyDown={onKeyDown}>
      <div className="panel-head">
        {onBack === undefined ? null : (
          <button type="button" className="button plain" onClick={onBack} aria-label="Back">
            ‹
          </button>
        )}
        <h2 ref={heading} tabIndex={-1}>
          <span dir="auto">{title}</span> {note === undefined ? null : <small>{note}</small>}
        </h2>
        <button type="button" className="button plain" onClick={onClose} aria-label="Close">
          ×
        </button>
      </div>
      {children}
    </aside>
  );
}
