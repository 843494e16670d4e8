import { htmlToText } from '../../mime/html-text.ts'
import { CHARACTERS_MAX } from './fileBlocks.ts'

/** Charsets of Windows by their numbers. */
const CHARSETS: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  20936: 'gb18030',
  50220: 'iso-2022-jp',
  51936: 'gb18030',
  52936: 'gb18030',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** Text in a charset of Windows. Where its number is not known, UTF-8, and GB 18030 where it is not that either. */
export function textOfWindows(bytes: Buffer, codePage: number): string {
  const cut = bytes.subarray(0, CHARACTERS_MAX * 4)
  const label = CHARSETS[codePage] ?? (codePage >= 1_250 && codePage <= 1_258 ? `windows-${codePage}` : null)
  if (label !== null) return clean(new TextDecoder(label).decode(cut))
  try {
    return clean(new TextDecoder('utf-8', { fatal: true }).decode(cut))
  } catch {
    return clean(new TextDecoder('gb18030').decode(cut))
  }
}

/** Text of two bytes for each character. */
export const textOfTwoBytes = (bytes: Buffer): string =>
  clean(new TextDecoder('utf-16le').decode(bytes.subarray(0, CHARACTERS_MAX * 2)))

const clean = (text: string): string => text.replace(/\0+$/, '').replaceAll('\0', ' ')

/** HTML as it stands in a mail of Outlook, as text; it names its charset in itself, if at all. */
export function textOfHtml(bytes: Buffer, codePage: number): string {
  const named = /charset=["']?([\w-]{1,40})/i.exec(bytes.subarray(0, 4_096).toString('latin1'))?.[1]
  return htmlToText(decoded(bytes, named) ?? textOfWindows(bytes, codePage), { maxLength: CHARACTERS_MAX })
}

function decoded(bytes: Buffer, label: string | undefined): string | null {
  try {
    // Chinese mails say gb2312 and mean GB 18030, as which the decoder reads it.
    return label === undefined ? null : new TextDecoder(label).decode(bytes.subarray(0, CHARACTERS_MAX * 4))
  } catch {
    return null
  }
}

/** Milliseconds of a time of Windows, in steps of 100 ns since 1601; null for one that is no date. */
export function timeOfWindows(value: bigint): number | null {
  const ms = Number(value / 10_000n) - 11_644_473_600_000
  return value > 0n && Math.abs(ms) < 8.64e15 ? ms : null
}
