import { DatabaseSync } from 'node:sqlite'

const LIBRARY = 'libc.so.6'
const FUNCTION = 'malloc_trim'

/**
 * Has glibc give the system the free pages between blocks that are in use; by itself it gives back those at the end of a heap
 * alone, and kept 70 MiB after ten thousand deliveries. Node.js calls a function of a library only as the entry of an
 * extension of SQLite. `malloc_trim` needs no more than such an entry gets: its one argument, the bytes to keep at the end
 * of the heap, is an address, and so that end stays as it is. Its answer 1 is what SQLite reads as an extension that did not
 * start. It takes some milliseconds, in which no other thread is given memory.
 * @returns whether pages were given back; false with any other C library
 */
export function returnFreePages(): boolean {
  const database = new DatabaseSync(':memory:', { allowExtension: true })
  // The declarations do not name the entry yet.
  const loader: { loadExtension(file: string, entry: string): void } = database
  try {
    loader.loadExtension(LIBRARY, FUNCTION)
    return false
  } catch (error) {
    return error instanceof Error && error.message.startsWith('error during initialization')
  } finally {
    database.close()
  }
}
