/** A tool of the protocol, and the schema of its arguments. */
import type { ToolAnswer } from "./answer.ts";
import type { Arguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly changesData: boolean;
  /** The page that shows the answer in hosts that can; null for none. */
  readonly view: string | null;
  /** The published schema of `result`; null where the arguments choose the operation. */
  readonly answers: JsonSchema | null;
  /** Runs the tool. Throws the refusal with which it ends. */
  readonly run: (caller: Caller, given: Arguments) => Promise<ToolAnswer>;
}

export function objectSchema(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
