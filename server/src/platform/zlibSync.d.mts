import type zlib from 'node:zlib'

/** As the functions of `node:zlib` with these names, without the block that each of their calls leaves behind. */
export declare const brotliCompressSync: typeof zlib.brotliCompressSync
export declare const brotliDecompressSync: typeof zlib.brotliDecompressSync
export declare const gzipSync: typeof zlib.gzipSync
export declare const zstdCompressSync: typeof zlib.zstdCompressSync
export declare const zstdDecompressSync: typeof zlib.zstdDecompressSync
