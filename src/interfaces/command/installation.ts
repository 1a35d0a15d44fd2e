/**
 * The sockets of running servers that may do a command's work on a PostgreSQL server. Invariant: they run
 * this code with these settings, as this user on this machine, so the command comes to the same.
 */
import { settingsOfWork } from "../../config/config.ts";
import { type ServerSockets, serverSockets } from "../../platform/machine/control-socket.ts";
import type { CommandContext } from "./command.ts";

export function socketsOf({ config, version }: Pick<CommandContext, "config" | "version">): ServerSockets {
  return serverSockets(config.home, JSON.stringify([import.meta.url, version, settingsOfWork(config)]));
}
