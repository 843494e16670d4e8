// Plain JavaScript, because the threads that search load it (`readThread.mjs`).
import zlib from 'node:zlib'

/**
 * A function of `node:zlib` that answers at once, without what it leaves behind. An encoder that is done outlives V8's young
 * collections, and with it the block of 16 KiB that it wrote to (see nodejs/node#65600): 250 answers were 4 MiB, which only a
 * full collection clears away, and for that all calls wait.
 * @template Options
 * @param {(bytes: import('node:zlib').InputType, options: Options & { info: true }) => unknown} work
 * @returns {(bytes: import('node:zlib').InputType, options?: Options) => Buffer<ArrayBuffer>}
 */
const withoutBlock = (work) => (bytes, options) => {
  // The types of Node do not know what `info` changes.
  const { buffer, engine } = /** @type {{ buffer: Buffer<ArrayBuffer>, engine: { _outBuffer: Buffer | null } }} */ (
    work(bytes, /** @type {Options & { info: true }} */ ({ ...options, info: true }))
  )
  engine._outBuffer = null
  return buffer
}

export const brotliCompressSync = withoutBlock(zlib.brotliCompressSync)
export const brotliDecompressSync = withoutBlock(zlib.brotliDecompressSync)
export const gzipSync = withoutBlock(zlib.gzipSync)
export const zstdCompressSync = withoutBlock(zlib.zstdCompressSync)
export const zstdDecompressSync = withoutBlock(zlib.zstdDecompressSync)
