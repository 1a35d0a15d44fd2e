/**
 * A panel beside a page: what is behind something chosen there. Escape goes one back, or closes it. Who
 * closes it with something typed is asked first.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { leave } from "./leave.ts";

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
  const place = useRef<HTMLElement>(null);
  const close = (): void => leave(place.current, onClose);
  const back = onBack && ((): void => leave(place.current, onBack));
  useEffect(() => {
    const { activeElement } = document;
    // A form's first field has taken the focus already.
    if (activeElement?.matches(".panel :is(input, select)") !== true) heading.current?.focus();
  }, [focusKey]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    (back ?? close)();
  };
  return (
    <aside className="panel" ref={place} aria-label={name} onKeyDown={onKeyDown}>
      <div className="panel-head">
        {back === undefined ? null : (
          <button type="button" className="button plain" onClick={back} aria-label="Back">
            ‹
          </button>
        )}
        <h2 ref={heading} tabIndex={-1}>
          <span dir="auto">{title}</span> {note === undefined ? null : <small>{note}</small>}
        </h2>
        <button type="button" className="button plain" onClick={close} aria-label="Close">
          <Icon name="close" />
        </button>
      </div>
      {children}
    </aside>
  );
}
