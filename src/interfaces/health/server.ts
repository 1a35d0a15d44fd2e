/** Health and metrics on a separate port, for workers and for servers whose metrics are not public. */
import Fastify, { type FastifyInstance } from "fastify";
import { errorBody, Refusal } from "../../core/errors.ts";
import { type DoorServices, makeDoor, putDoor } from "../door/index.ts";
import { healthRoutes, type HealthServices } from "./routes.ts";

/** Makes the HTTP application, without listening yet. Its metrics are for other machines too. */
export function healthServer(
  services: HealthServices,
  door: DoorServices & { readonly docsUrl: string },
): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(errorBody(error, door.docsUrl));
  });
  putDoor(app, makeDoor({ ...door, hasOpenMetrics: true }), () => false, door.lateMs);
  healthRoutes(app, services);
  return app;
}
