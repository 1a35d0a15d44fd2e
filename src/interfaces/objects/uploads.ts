/**
 * Bytes that are put at a signed address. Invariants: nothing of the body is read before the signature is
 * found good and every header is the one that was signed; an object is stored whole, as announced, or not at
 * all.
 */
import type { FastifyRequest } from "fastify";
import { LIMITS } from "@daybook/words/limits";
import { type ServedObjects, type UploadGrant, WrongBytes } from "../../platform/objects/index.ts";
import type { Clock } from "../../platform/time/clock.ts";

interface UploadServices {
  /** Null where another server answers the addresses. */
  readonly served: ServedObjects | null;
  readonly clock: Pick<Clock, "now">;
}

interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

const ANOTHER = "Request a new one with POST /api/v1/file_uploads.";
const FORGED = {
  status: 403,
  text: `This address was not issued by this service for an upload, or was changed: copy all of it. ${ANOTHER}`,
};
const EXPIRED = { status: 403, text: `This address has expired. ${ANOTHER}` };
const NO_LENGTH = { status: 411, text: "State the file's size in `Content-Length`." };

const allowed = new WeakMap<FastifyRequest, UploadGrant>();

/** Judges the head of a request; null when its body may come. */
export async function judgeUpload(
  request: FastifyRequest,
  { served, clock }: UploadServices,
): Promise<UploadAnswer | null> {
  const grant = served === null ? "forged" : await served.checkUpload(request.raw.url ?? "", clock.now());
  if (grant === "forged") return FORGED;
  if (grant === "expired") return EXPIRED;
  const { headers } = request;
  // Of two values of a header Node gives the first, and another program on the way may have read the second.
  const given = (name: string): readonly string[] => request.raw.headersDistinct[name.toLowerCase()] ?? [];
  const other = Object.entries(grant.headers).find(
    ([name, value]) => given(name).length !== 1 || given(name)[0] !== value,
  );
  if (other)
    return {
      status: 403,
      text: `The header ${other[0]} differs from the one issued with this address. Send each once, exactly as issued.`,
    };
  if (headers["content-encoding"] !== undefined)
    return { status: 403, text: "Send the bytes as they are, without Content-Encoding." };
  if (headers["content-length"] === undefined) return NO_LENGTH;
  if (headers["content-length"] !== String(grant.size))
    return {
      status: 403,
      text: `The file has ${headers["content-length"]} bytes, but this address accepts ${grant.size}.`,
    };
  allowed.set(request, grant);
  return null;
}

/** Stores what comes. */
export async function receiveUpload(
  request: FastifyRequest,
  { served }: UploadServices,
): Promise<UploadAnswer> {
  const grant = allowed.get(request);
  if (served === null || grant === undefined) return FORGED;
  const { raw } = request;
  try {
    await served.receive(
      grant,
      raw.iterator({ destroyOnReturn: false }),
      AbortSignal.timeout(LIMITS.request_timeout_ms.value),
    );
    return { status: 200, text: "The file is stored." };
  } catch (error) {
    if (error instanceof WrongBytes || raw.errored)
      return {
        status: 400,
        text: "The bytes differ from those announced for this address. Nothing was stored.",
      };
    throw error;
  } finally {
    raw.resume();
  }
}
