/**
 * Which field of a form a refusal is about: the form knows the refusal, and each of its fields the name under
 * which it is sent. What a field says of it is not said again below the form.
 */
import { createContext, useContext, useLayoutEffect, useState } from "react";
import { refusalText, refusedParam } from "./refusal.tsx";

interface Marks {
  readonly error: unknown;
  readonly params: Set<string>;
}

export const MarksContext = createContext<Marks | null>(null);

/** The marks of a form that was refused with `error`, and whether a field says so. */
export function useMarks(error: unknown): Marks & { readonly isMarked: boolean } {
  const [params] = useState(() => new Set<string>());
  return { error, params, isMarked: params.has(refusedParam(error) ?? "") };
}

/** What is wrong with the field that is sent as `param`: `problem`, or what its form was refused with. */
export function useMark(param: string | undefined, problem: string | null | undefined): string | null {
  const marks = useContext(MarksContext);
  const params = marks?.params;
  useLayoutEffect(() => {
    if (params === undefined || param === undefined) return undefined;
    params.add(param);
    return () => void params.delete(param);
  }, [params, param]);
  if (problem) return problem;
  const isRefused = param !== undefined && refusedParam(marks?.error) === param;
  return isRefused ? refusalText(marks?.error) : null;
}
