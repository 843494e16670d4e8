/**
 * The text of a calendar file: UTF-8, as RFC 5545 asks; where it is none, GB18030, as old Chinese programs write. Programs
 * fold lines in the middle of a character, so that a file that is no UTF-8 is unfolded before it is read. Where most lines
 * are UTF-8, those that are not are read by themselves.
 */
export function decodeIcs(bytes: Uint8Array): string {
  const whole = utf8Of(bytes)
  if (whole !== null) return whole
  // One character each, so that no byte is lost.
  const unfolded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]/g, '')
  const plain = Buffer.from(unfolded, 'latin1')
  const text = utf8Of(plain)
  if (text !== null) return text
  const lines = unfolded.split('\n').map((line) => {
    const part = Buffer.from(line, 'latin1')
    return { part, text: utf8Of(part), ascii: !/[\u0080-\u00ff]/.test(line) }
  })
  const wide = lines.filter(({ ascii }) => !ascii)
  if (wide.filter((line) => line.text !== null).length * 2 <= wide.length) return gb18030Of(plain)
  return lines.map(({ part, text }) => text ?? gb18030Of(part)).join('\n')
}

function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const gb18030Of = (bytes: Uint8Array): string => new TextDecoder('gb18030').decode(bytes)
