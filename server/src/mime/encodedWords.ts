import { canonicalCharset, decodeText } from './charsets.ts'
import { decodeQuotedPrintable } from './transferEncoding.ts'

interface Word {
  readonly charset: string
  readonly base64: boolean
  readonly payload: string
}

/** A charset label may carry a language (RFC 2231 §5); the payload may hold blanks, because mailers fold inside words. */
const ENCODED_WORD = /=\?([^?\s*]{1,64})(?:\*[^?\s]{0,64})?\?([bq])\?([^?]*)\?=/gi

/**
 * Decodes the encoded words of a header text (RFC 2047). Neighbours are joined as bytes before they are decoded,
 * so a character that was cut in two between words, whatever their encodings, comes out whole.
 *
 * @param fallback charset for words whose label is unknown
 */
export function decodeWords(text: string, fallback?: string | null): string {
  if (!text.includes('=?')) return text
  let decoded = ''
  let at = 0
  let run: Word[] = []
  for (const match of text.matchAll(ENCODED_WORD)) {
    const between = text.slice(at, match.index)
    if (run.length > 0 && !/^[ \t\r\n]*$/.test(between)) {
      decoded += decodeRun(run, fallback)
      run = []
    }
    if (run.length === 0) decoded += between
    run.push({ charset: match[1] ?? '', base64: match[2]?.toLowerCase() === 'b', payload: match[3] ?? '' })
    at = match.index + match[0].length
  }
  return decoded + decodeRun(run, fallback) + text.slice(at)
}

function decodeRun(words: readonly Word[], fallback: string | null | undefined): string {
  let text = ''
  let start = 0
  while (start < words.length) {
    const first = words[start]
    if (!first) break
    const charset = canonicalCharset(first.charset) ?? first.charset
    let end = start + 1
    while (end < words.length && sameCharset(charset, words[end])) end++
    text += decodeText(wordBytes(words.slice(start, end)), first.charset, fallback).text
    start = end
  }
  return text
}

function sameCharset(charset: string, word: Word | undefined): boolean {
  return word !== undefined && (canonicalCharset(word.charset) ?? word.charset) === charset
}

function wordBytes(words: readonly Word[]): Uint8Array {
  const chunks: Uint8Array[] = []
  let open: string[] = []
  let openLength = 0
  const flush = () => {
    if (open.length > 0) chunks.push(Buffer.from(open.join(''), 'base64'))
    open = []
    openLength = 0
  }
  for (const word of words) {
    if (word.base64) {
      const payload = word.payload.replace(/[^A-Za-z0-9+/=]+/g, '')
      open.push(payload)
      openLength += payload.length
      // A word whose base64 stops inside a group was cut by length alone: its rest begins the next word.
      if (openLength % 4 === 0 || payload.endsWith('=')) flush()
    } else {
      flush()
      chunks.push(decodeQuotedPrintable(Buffer.from(word.payload, 'utf8'), true))
    }
  }
  flush()
  return Buffer.concat(chunks)
}
