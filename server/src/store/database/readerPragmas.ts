/** So much of the store's file each connection of a server reads where the system holds it, instead of copying it. */
export const MMAP_BYTES = 256 * 1_024 * 1_024
/** How a connection that only reads is set up. `mapped` are the bytes of the file that it maps. */
export const readerPragmas = (mapped: number) => `pragma query_only=on; pragma busy_timeout=5000;
  pragma temp_store=memory; pragma mmap_size=${mapped}; pragma cache_size=-16000`
