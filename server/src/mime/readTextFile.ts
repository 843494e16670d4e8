import { htmlToText } from './html-text.ts'

const UTF16 = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

/**
 * What can be read in a file that is text: of a page its text without tags. Without a mark at its beginning it is UTF-8, or
 * else GB 18030, which Chinese editors write.
 */
export function readTextFile(bytes: Uint8Array, isHtml: boolean): string {
  const text = decoded(bytes)
  return isHtml ? htmlToText(text) : text
}

function decoded(bytes: Uint8Array): string {
  const wide = UTF16.find(([first, second]) => bytes[0] === first && bytes[1] === second)
  if (wide) return new TextDecoder(wide[2]).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
