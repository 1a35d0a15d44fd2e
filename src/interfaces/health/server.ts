/** Health and metrics on a separate port, for workers and for servers whose metrics are not public. */
import Fastify, { type FastifyInstance } from "fastify";
import { healthRoutes, type HealthServices } from "./routes.ts";

/** Makes the HTTP application, without listening yet. */
export function healthServer(services: HealthServices): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  healthRoutes(app, services);
  return app;
}
