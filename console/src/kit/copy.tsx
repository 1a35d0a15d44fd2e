/** A text to copy: a line in fixed type, and a button that puts it into the clipboard. */
import { useRef, useState } from "react";
import "../style/lists.css";

export function CopyText({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState("");
  const place = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      // Browsers give the clipboard only to pages over TLS or on the same machine.
      if (place.current !== null) getSelection()?.selectAllChildren(place.current);
      setSaid("Selected; copy it with Ctrl C");
    }
  };
  return (
    <div className="copy">
      <pre tabIndex={0} aria-label={what}>
        <code ref={place}>{text}</code>
      </pre>
      <button type="button" className="button" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </button>
      <small role="status" className="soft">
        {said}
      </small>
    </div>
  );
}
