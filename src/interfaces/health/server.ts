/** Health and metrics on a port of their own, for workers and for whoever keeps metrics from the public port. */
import Fastify, { type FastifyInstance } from "fastify";
import { healthRoutes, type HealthServices } from "./routes.ts";

/** Makes the HTTP application; it listens when told to. */
export function healthServer(services: HealthServices): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  healthRoutes(app, services);
  return app;
}
