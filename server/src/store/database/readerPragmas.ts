/** How a connection that only reads is set up. */
export const READER_PRAGMAS = `pragma query_only=on; pragma busy_timeout=5000; pragma temp_store=memory;
  pragma mmap_size=268435456; pragma cache_size=-16000`
