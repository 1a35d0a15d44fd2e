/** The door of health and metrics. */
export { type Check, type Readiness, readinessOf, unlessStopping } from "./readiness.ts";
export { healthRoutes, type HealthServices } from "./routes.ts";
export { healthServer } from "./server.ts";
