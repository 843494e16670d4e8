import { zstdCompressSync, zstdDecompressSync } from '../../platform/zlibSync.mjs'
import type { Engine } from './engine.ts'

/** A long text as the store keeps it: as text, or its bytes compressed by zstd. */
export type StoredText = string | Uint8Array

/** Shorter texts gain nothing by compression. */
const SHORTEST = 200
const KEPT_OF_TEXT = 0.9

/** A text as it is to be kept. PostgreSQL compresses long values by itself; on SQLite a column takes bytes as well. */
export function storedText(engine: Engine, text: string): StoredText {
  if (engine === 'postgres' || text.length < SHORTEST) return text
  const bytes = Buffer.from(text)
  const compressed = zstdCompressSync(bytes)
  return compressed.length < bytes.length * KEPT_OF_TEXT ? compressed : text
}

/** The text that is kept. */
export const readText = (stored: StoredText): string =>
  typeof stored === 'string' ? stored : zstdDecompressSync(stored).toString()

/** The same where there may be none. */
export const readTextOrNull = (stored: StoredText | null): string | null => (stored === null ? null : readText(stored))
