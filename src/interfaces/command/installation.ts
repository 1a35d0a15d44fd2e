/**
 * Finds the control sockets of running servers that may run a command on a PostgreSQL server. Invariant: such
 * a server runs the same code with the same settings, as the same user on the same machine, so the command
 * has the same result there as in this process.
 */
import { settingsOfWork } from "../../config/config.ts";
import { type ServerSockets, serverSockets } from "../../platform/machine/control-socket.ts";
import type { CommandContext } from "./command.ts";

export function socketsOf({ config, version }: Pick<CommandContext, "config" | "version">): ServerSockets {
  return serverSockets(config.home, JSON.stringify([import.meta.url, version, settingsOfWork(config)]));
}
