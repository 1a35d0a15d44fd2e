/** Leaving a form: whoever typed into it is asked first, once what asks is loaded (`shell/leaving.tsx`). */

/** Asks, if something that was typed inside `within` would be lost, and then calls `then`, or does not. */
type Ask = (within: Element | null, then: () => void) => void;

let ask: Ask = (_within, then) => then();

export function askBy(next: Ask): void {
  ask = next;
}

/** Closes a part of the page by `then`, unless the person wants to keep what is typed there. */
export function leave(within: Element | null, then: () => void): void {
  ask(within, then);
}
