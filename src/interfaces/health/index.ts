/** The door of health and metrics. */
export { type Check, type Readiness, readinessOf } from "./readiness.ts";
export { HEALTH_PATHS, healthRoutes, type HealthServices } from "./routes.ts";
export { healthServer } from "./server.ts";
