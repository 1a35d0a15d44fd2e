/** The head of a page: its title at the left, and at the right end what is done here, the main thing last. */
import type { ReactNode } from "react";

interface PageHeadProps {
  /** Links to what the page is part of. */
  readonly trail?: ReactNode;
  readonly title: string;
  /** Few words after the title, such as a state. */
  readonly note?: ReactNode;
  /** Quiet buttons first; the one primary button is the last. */
  readonly children?: ReactNode;
}

export function PageHead({ trail, title, note, children }: PageHeadProps) {
  return (
    <header className="page-head">
      {trail}
      <h1>{title}</h1>
      {note}
      <div className="page-actions">{children}</div>
    </header>
  );
}
