/**
 * What travels over the control socket: one HTTP request for a command, answered by lines of JSON as the
 * work goes on. Its body is a line too; anything behind that line wishes the command to end. The number
 * changes when an older and a newer version would not understand each other.
 */
import type { Progress } from "../../core/progress.ts";
import type { Problem } from "./told.ts";

export const CONTROL_PROTOCOL = 3;
export const CONTROL_PATH = "/command";
/** More than any arguments need. */
export const CONTROL_REQUEST_BYTES = 1_048_576;

/** The first line of a request's body. */
export interface ControlRequest {
  readonly protocol: number;
  readonly command: string;
  readonly args: unknown;
  /** What the machine calls who sends it. */
  readonly operator: string;
}

/** A line of the answer. The last one is a result or a problem. */
export type ControlLine =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "problem"; readonly problem: Problem };
