/**
 * HTTP routes for files behind signed links and for uploads to signed addresses. They are not part of the API
 * and need no key. Invariants: a link is read only after its signature has been verified; every opened file
 * is closed, however the response ends; a file is sent as an attachment, never as a page of this site.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { conditionalStatus } from "../../core/http-conditions.ts";
import { ERRORS, Refusal } from "../../core/errors.ts";
import type { Log } from "../../platform/log/log.ts";
import {
  dispositionOf,
  OBJECTS_ROOT,
  type OpenedObject,
  type ServedObjects,
} from "../../platform/objects/index.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { isOfVersion, type Part, partOf } from "./range.ts";
import { judgeUpload, receiveUpload } from "./uploads.ts";

interface ObjectsServices {
  /** Null where another server answers the links. */
  readonly served: ServedObjects | null;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}

const ANOTHER =
  "Request a new one where you got this one; for an export, with GET /api/v1/reports/exports/{id}.";
const FORGED = `This link was not issued by this service, or was changed: copy all of it. ${ANOTHER}`;
const EXPIRED = `This link has expired. ${ANOTHER}`;
const MISSING = "The file of this link is no longer stored. Create it again.";
const METHODS = "Use GET or HEAD to read a file, and PUT to store one at an address issued for it.";
const CHANGED = "The file is not the one that the request expects.";

/** Adds the routes of the links. */
export function objectsRoutes(app: FastifyInstance, services: ObjectsServices): void {
  const url = `${OBJECTS_ROOT}/*`;
  void app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply
        .header("cache-control", "private, no-store")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cross-origin-resource-policy", "same-site")
        .header("referrer-policy", "no-referrer")
        .header("x-content-type-options", "nosniff");
    });
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof Refusal) return say(reply, error.status, error.message);
      services.log.error(
        { error: error instanceof Error ? error.message : String(error) },
        "a stored file can't be handed out",
      );
      return say(reply, 500, ERRORS.internal_error.message);
    });
    scope.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => answer(request, reply, services),
    });
    scope.removeAllContentTypeParsers();
    // Bodies of uploads are read while they arrive; other bodies are not read.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.route({
      method: "PUT",
      url,
      onRequest: async (request, reply) => {
        const refused = await judgeUpload(request, services);
        if (refused !== null) return say(reply, refused.status, refused.text);
      },
      handler: async (request, reply) => {
        const { status, text } = await receiveUpload(request, services);
        return say(reply, status, text);
      },
    });
    scope.route({
      method: ["DELETE", "OPTIONS", "PATCH", "POST"],
      url,
      // Before any body is read.
      onRequest: async (_request, reply) => say(reply.header("allow", "GET, HEAD, PUT"), 405, METHODS),
      handler: (_request, reply) => reply,
    });
  });
}

function say(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header("content-type", "text/plain; charset=utf-8").send(`${text}\n`);
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { served, clock, log }: ObjectsServices,
): Promise<FastifyReply> {
  const grant = served === null ? "forged" : await served.checkLink(request.raw.url ?? "", clock.now());
  if (served === null || grant === "forged") return say(reply, 403, FORGED);
  if (grant === "expired") return say(reply, 403, EXPIRED);
  const object = await served.openObject(grant.key);
  if (object === null) return say(reply, 404, MISSING);
  let part: Part | null = null;
  try {
    reply
      .header("content-type", grant.contentType)
      .header("content-disposition", dispositionOf(grant.filename));
    part = preparePart(request, reply, object);
  } finally {
    if (part === null) await object.close();
  }
  if (part === null) return reply;
  const stream = object.stream(part.start, part.end);
  stream.on("error", (error: Error) =>
    log.error({ error: error.message }, "a stored file can't be read to its end"),
  );
  return reply.send(stream);
}

/**
 * Sends the headers. Returns the part of the file that is to be sent, or null if the response is complete.
 */
function preparePart(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { size, tag }: OpenedObject,
): Part | null {
  const quoted = `"${tag}"`;
  reply.header("etag", quoted).header("accept-ranges", "bytes");
  const status = conditionalStatus(
    { ifMatch: headers["if-match"], ifNoneMatch: headers["if-none-match"] },
    quoted,
  );
  if (status === 412) return finished(say(reply.removeHeader("content-disposition"), 412, CHANGED));
  if (status === 304) return finished(reply.code(304).removeHeader("content-type").send());
  if (method === "HEAD") return finished(reply.code(200).header("content-length", size).send());
  const part = isOfVersion(first(headers["if-range"]), quoted) ? partOf(headers.range, size) : "whole";
  if (part === "outside") {
    return finished(
      say(
        reply.removeHeader("content-disposition").header("content-range", `bytes */${size}`),
        416,
        `The file has ${size} bytes, and none of those that the request wants.`,
      ),
    );
  }
  if (part === "whole") {
    reply.code(200).header("content-length", size);
    return { start: 0, end: size - 1 };
  }
  reply
    .code(206)
    .header("content-range", `bytes ${part.start}-${part.end}/${size}`)
    .header("content-length", part.end - part.start + 1);
  return part;
}

/** Node gives the first of several values of most headers; its types know it of few. */
function first(value: string | string[] | undefined): string | undefined {
  return typeof value === "object" ? value[0] : value;
}

function finished(_reply: FastifyReply): null {
  return null;
}
