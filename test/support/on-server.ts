/**
 * Defines a test that needs several database connections. The embedded database has one, so it is left out
 * there.
 */
import { test } from "vitest";
import { ADMIN_URL, CITUS_URL } from "./engine.ts";

export const onServer = ADMIN_URL === null ? () => {} : test;

/** Defines a test that needs a distributed database. */
export const onCitus = CITUS_URL === null ? () => {} : test;
