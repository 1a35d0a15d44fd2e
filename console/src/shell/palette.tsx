/**
 * The command palette (Ctrl K), a dialog over every page. What it finds with is loaded when it is opened
 * first, so that the first page is small.
 */
import { Modal } from "@mantine/core";
import { Suspense, useEffect, useState } from "react";
import { loadLater } from "../parts/load-later.ts";
import type { PaletteProps } from "./finder.tsx";

const Finder = loadLater(async () => (await import("./finder.tsx")).Finder);

export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" className="find" onClick={onOpen} aria-keyshortcuts="Control+K">
      Find anything <kbd>Ctrl K</kbd>
    </button>
  );
}

export function Palette(props: PaletteProps) {
  const { isOpen, onClose } = props;
  const [text, setText] = useState("");
  // Not when it opens: what is typed at once would go, too.
  useEffect(() => {
    if (!isOpen) setText("");
  }, [isOpen]);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      padding={0}
      size={560}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Find anything">
        <Modal.Body>
          <Suspense fallback={<FirstLetters text={text} onText={setText} />}>
            <Finder {...props} text={text} onText={setText} />
          </Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Takes what is typed until the rest of the palette is loaded. */
function FirstLetters({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  return (
    <div className="palette">
      <input
        type="text"
        aria-label="Find anything"
        autoComplete="off"
        spellCheck={false}
        value={text}
        // At once: what is typed before the dialog moves the focus would go to the page.
        autoFocus
        data-autofocus
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
