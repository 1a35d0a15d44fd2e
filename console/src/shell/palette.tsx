/**
 * The command palette (Ctrl K), a dialog over every page. What it finds with is loaded when it is opened
 * first, so that the first page is small.
 */
import { Suspense, useEffect, useState } from "react";
import { Icon } from "../kit/icon.tsx";
import { Modal } from "../kit/modal.tsx";
import { loadLater } from "../parts/load-later.ts";
import type { PaletteProps } from "./finder.tsx";

const Finder = loadLater(async () => (await import("./finder.tsx")).Finder);

export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" className="find" aria-keyshortcuts="Control+K" onClick={onOpen}>
      <Icon name="search" />
      <span>
        Find<span className="unseen"> anything</span>
      </span>{" "}
      <kbd>Ctrl K</kbd>
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
    <Modal name="Find anything" className="palette-box" isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={<FirstLetters text={text} onText={setText} />}>
        <Finder {...props} text={text} onText={setText} />
      </Suspense>
    </Modal>
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
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
