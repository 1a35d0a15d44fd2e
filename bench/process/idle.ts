/** A process that does nothing, to measure what any command costs on this machine. */
process.exitCode = 0;
