/** What stands over the page until it is closed: by Escape, or by a press beside it. The focus goes back. */
import { type ReactNode, useLayoutEffect, useRef } from "react";

interface ModalProps {
  /** What it is, for readers of the screen. */
  readonly name: string;
  readonly className: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Modal({ name, className, isOpen, onClose, children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Before the page is drawn: what is typed at once belongs here.
  useLayoutEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  return (
    <dialog
      className={className}
      aria-label={name}
      ref={box}
      onClose={onClose}
      onClick={({ target }) => {
        if (target === box.current) onClose();
      }}
    >
      {isOpen ? children : null}
    </dialog>
  );
}
