/**
 * The routes for monitoring: liveness, readiness and metrics. They are not part of the API, need no key and
 * are not counted.
 */
import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../platform/metrics/index.ts";
import type { Readiness } from "./readiness.ts";

export interface HealthServices {
  readonly ready: () => Promise<Readiness>;
  /** True once the process was asked to stop. */
  readonly isStopping?: () => boolean;
  /** Null where another port has them. */
  readonly metrics: Pick<Metrics, "contentType" | "text"> | null;
}

/** Adds `/livez`, `/readyz` and, with metrics, `/metrics`. */
export function healthRoutes(app: FastifyInstance, { ready, metrics }: HealthServices): void {
  app.get("/livez", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", async (_request, reply) => {
    const { isReady, checks } = await ready();
    return reply
      .code(isReady ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: isReady ? "ready" : "unavailable", checks });
  });
  if (metrics === null) return;
  app.get("/metrics", async (_request, reply) =>
    reply
      .header("content-type", metrics.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.text()),
  );
}
