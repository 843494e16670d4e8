/** Longer headers are not looked through for the fields that name a mail. */
const HEADER_MAX = 262_144
const NO_ID = ['date', 'from', 'to', 'subject']
/** The fields that `namesInHeader` reads. */
export const NAMING_FIELDS = ['message-id', ...NO_ID]

/**
 * What a mail is known by where its bytes are others: servers add header lines on the way and when they are restored. Its
 * Message-ID, or where it has none its date, sender, recipients and subject, with the SHA-256 of its body. The same for the
 * copy that was delivered here and the one on the other server; another one in each account, so that a mail of many people is
 * found among one's own.
 */
export async function contentHashOf(accountId: number, source: Uint8Array): Promise<string> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const names = namesInHeader(bytes)
  const body = await crypto.subtle.digest('SHA-256', withoutEnd(bytes.subarray(endOfHeader(bytes))))
  const named = Buffer.concat([Buffer.from(`${accountId}\0${names}\0`, 'latin1'), Buffer.from(body)])
  return Buffer.from(await crypto.subtle.digest('SHA-256', named)).toString('base64url')
}

/** What a header names its mail by: its Message-ID, or where it has none its date, sender, recipients and subject. */
export function namesInHeader(bytes: Buffer): string {
  const header = bytes
    .subarray(0, Math.min(endOfHeader(bytes), HEADER_MAX))
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
  const field = (name: string) =>
    new RegExp(`^${name}[ \\t]*:(.*)`, 'im').exec(header)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return field('message-id') || NO_ID.map(field).join('\n')
}

function endOfHeader(bytes: Buffer): number {
  const [crlf, lf] = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')]
  const ends = [crlf, lf].filter((at) => at >= 0)
  return ends.length === 0 ? bytes.length : Math.min(...ends)
}

/** Without spaces and line ends at the end, and the empty line before: some servers add one. */
function withoutEnd(body: Buffer): Buffer<ArrayBuffer> {
  const isBlank = (byte: number | undefined) => byte === 0x0a || byte === 0x0d || byte === 0x20
  let [from, to] = [0, body.length]
  while (to > 0 && isBlank(body[to - 1])) to--
  while (from < to && isBlank(body[from])) from++
  return Buffer.from(body.subarray(from, to))
}
