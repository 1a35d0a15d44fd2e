/**
 * What is typed into forms and not sent. A form has the fields inside one `<form>`; it counts once somebody
 * typed into it, while its fields differ from what they were, and while it is part of the page. A form that
 * was sent counts again if it was refused. A button with `data-discards` lets go of it, and what a form with
 * `data-previews` sends changes nothing yet.
 */

interface Typed {
  /** The fields before anybody typed. */
  readonly before: string;
  isTyped: boolean;
  /** The fields as they were sent; null before. */
  sent: string | null;
}

const FIELDS = "input, select, textarea, [aria-haspopup]";
const known = new Map<HTMLFormElement, Typed>();
/** The form in which somebody pressed a key or a button last. */
let used: HTMLFormElement | null = null;

function fieldsOf(form: HTMLFormElement): string {
  return JSON.stringify(
    Array.from(form.querySelectorAll<HTMLInputElement>(FIELDS), (field) =>
      field.type === "checkbox" || field.type === "radio" ? field.checked : field.value || field.textContent,
    ),
  );
}

const formOf = ({ target }: Event): HTMLFormElement | null =>
  target instanceof Element ? target.closest("form") : null;

function meet(form: HTMLFormElement | null): Typed | null {
  if (form === null) return null;
  for (const each of known.keys()) if (!each.isConnected) known.delete(each);
  const found = known.get(form) ?? { before: fieldsOf(form), isTyped: false, sent: null };
  known.set(form, found);
  return found;
}

function isUnsent([form, { before, isTyped, sent }]: [HTMLFormElement, Typed]): boolean {
  if (!isTyped || !form.isConnected) return false;
  const fields = fieldsOf(form);
  return (
    fields !== before &&
    (fields !== sent || (form.closest(".panel, .dialog") ?? form).querySelector("[role=alert]") !== null)
  );
}

/** True if something that was typed inside `within`, or anywhere, is not sent. */
export function hasUnsent(within: Element | null = null): boolean {
  return [...known].some((each) => (within === null || within.contains(each[0])) && isUnsent(each));
}

/** The same of all forms but the one that is used just now, whose own buttons may change the address. */
export function hasUnsentElsewhere(): boolean {
  return [...known].some((each) => each[0] !== used && isUnsent(each));
}

/** Lets go of what was typed inside `within`, or anywhere. */
export function forgetTyped(within: Element | null = null): void {
  for (const form of known.keys()) if (within === null || within.contains(form)) known.delete(form);
}

/** Begins to follow all forms of the page; returns what ends it. */
export function followForms(): () => void {
  const ending = new AbortController();
  const on = (type: string, then: (event: Event) => void): void =>
    document.addEventListener(type, then, { capture: true, signal: ending.signal });
  on("focusin", (event) => meet(formOf(event)));
  for (const type of ["pointerdown", "keydown"])
    on(type, (event) => {
      used = formOf(event);
    });
  on("input", (event) => {
    const typed = meet(formOf(event));
    if (typed) typed.isTyped = true;
  });
  on("submit", (event) => {
    const form = formOf(event);
    const typed = meet(form);
    if (form && typed && form.querySelector("[data-previews]") === null) typed.sent = fieldsOf(form);
  });
  on("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-discards]")) {
      const form = formOf(event);
      if (form) known.delete(form);
    }
  });
  meet(document.activeElement?.closest("form") ?? null);
  return () => ending.abort();
}
