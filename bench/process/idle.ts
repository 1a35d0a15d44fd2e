/** A process that does nothing: what any command costs on this machine. */
process.exitCode = 0;
