/** Changes that are sent to the service once, however often their button is pressed. */
import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useCallback, useRef } from "react";

/** As `useMutation`, but nothing is sent while the change before is under way. */
export function useWrite<Data, Input = void>(
  options: UseMutationOptions<Data, Error, Input>,
): UseMutationResult<Data, Error, Input> {
  const isSending = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isSending.current = false;
      return options.onSettled?.(...settled);
    },
  });
  const { mutate: send } = mutation;
  const mutate = useCallback<typeof send>(
    (...input) => {
      // A component learns of `isPending` only after the event in which it was sent.
      if (isSending.current) return;
      isSending.current = true;
      send(...input);
    },
    [send],
  );
  return { ...mutation, mutate };
}

/**
 * The second click of a double click, and a key that is held, press no button that sends something: behind
 * the first one, another button may have taken its place, such as the one that posts what was only tried.
 */
export function pressOnce(): void {
  const isSender = ({ target }: Event): boolean =>
    target instanceof Element && target.closest("button[type=submit], .button.primary") !== null;
  const drop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && isSender(event)) drop(event);
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      const isForm = event.target instanceof HTMLInputElement && event.target.form !== null;
      if (event.repeat && event.key === "Enter" && (isForm || isSender(event))) drop(event);
    },
    true,
  );
}
