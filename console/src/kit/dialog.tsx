/**
 * A dialog over the page: a title, what is asked, and its buttons. Escape closes it; the focus goes back. Who
 * closes it with something typed is asked first.
 */
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import { Modal } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Icon } from "./icon.tsx";
import { leave } from "./leave.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Its width in pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, width = 640, children }: DialogProps) {
  const place = useRef<HTMLDivElement>(null);
  const close = (): void => leave(place.current, onClose);
  return (
    <Modal.Root
      opened
      onClose={close}
      size={width}
      yOffset="8vh"
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body>
          <div className="dialog" ref={place}>
            <h2>{title}</h2>
            {children}
            {/* The last one: the focus begins in the first field. */}
            <button type="button" className="button plain dialog-close" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
