/** Setup that runs in every worker before each test file. */
import { afterEach } from "vitest";
import { endTest } from "./between.ts";

afterEach(endTest);
