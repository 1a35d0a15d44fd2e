/** Tests of what only happens between two connections; the embedded database has one. */
import { test } from "vitest";
import { ADMIN_URL } from "./engine.ts";

export const onServer = ADMIN_URL === null ? () => {} : test;
