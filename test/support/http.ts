/** An HTTP client for tests: sends one request, checks that the answer is documented, and returns it. */
import type { Operation } from "../../src/contract/operation.ts";
import { API_ROOT } from "../../src/contract/operation.ts";
import { loggedSoFar } from "./between.ts";
import { expectDocumented } from "./documented.ts";
import {
  exchange,
  type JsonObject,
  type RequestOptions as PlainOptions,
  type WireAnswer,
  type WireError,
} from "./exchange.ts";

export interface RequestOptions extends PlainOptions {
  /** True if the test expects a 5xx answer. Without it, such an answer fails the test. */
  readonly faultWanted?: boolean;
}

/** An answer whose JSON body has the type `Body`. */
export interface Answer<Body> extends WireAnswer {
  readonly body: Body;
}

export interface Http {
  readonly address: string;
  /** Sends a request below the API root and checks the answer against the operation cards. */
  send<Body = JsonObject>(target: string, options: RequestOptions): Promise<Answer<Body>>;
  /** Sends a GET with this key; fails unless the answer is 200. */
  read<Body = JsonObject>(target: string, key: string): Promise<Body>;
  /** Returns the error of a request; fails if there is none. */
  refusal(target: string, options: RequestOptions): Promise<WireError>;
}

/** Returns a client of the server at `address`, which serves `operations`. */
export function httpClient(address: string, operations: readonly Operation[]): Http {
  async function send<Body>(target: string, options: RequestOptions): Promise<Answer<Body>> {
    const answer = await exchange(`${address}${API_ROOT}${target}`, options);
    if (answer.status >= 500 && !options.faultWanted)
      throw new Error(`${target} failed: ${answer.status} ${loggedSoFar()}`);
    expectDocumented(operations, options.method ?? "GET", target, answer);
    return answer as Answer<Body>;
  }
  return {
    address,
    send,
    async read<Body>(target: string, key: string): Promise<Body> {
      const answer = await send<Body>(target, { key });
      if (answer.status !== 200) throw new Error(`GET ${target}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    async refusal(target, options) {
      const answer = await send<{ error?: Omit<WireError, "status"> }>(target, options);
      if (!answer.body?.error)
        throw new Error(`${target} was not refused: ${answer.status} ${answer.text.slice(0, 300)}`);
      return { status: answer.status, ...answer.body.error };
    },
  };
}
