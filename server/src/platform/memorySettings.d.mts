/** Starts `file` again in this process with settings of memory and threads, unless they hold already. */
export function withMemorySettings(file: string): void
