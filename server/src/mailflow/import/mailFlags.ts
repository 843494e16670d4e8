/** The flags that another program has set for a mail. */
export interface MailFlags {
  readonly seen: boolean
  readonly replied: boolean
  readonly forwarded: boolean
  readonly flagged: boolean
  readonly draft: boolean
  readonly deleted: boolean
}

/** No flag at all: the mail is new. */
export const NO_FLAGS: MailFlags = {
  seen: false,
  replied: false,
  forwarded: false,
  flagged: false,
  draft: false,
  deleted: false,
}

const MOZILLA = { read: 0x0001, replied: 0x0002, marked: 0x0004, expunged: 0x0008, forwarded: 0x1000 } as const
const HEADER_MAX = 64 * 1_024

/** Reads Status and X-Status (mbox programs), X-Mozilla-Status (Thunderbird), and X-GM-LABELS' Unread. */
export function flagsOfHeader(raw: Uint8Array): MailFlags | null {
  const header = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, HEADER_MAX)).toString('latin1')
  const end = /\r?\n\r?\n/.exec(header)?.index ?? header.length
  const value = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(header.slice(0, end))?.[1]?.trim()
  const mozilla = value('X-Mozilla-Status')
  if (mozilla && /^[0-9a-f]{4}$/i.test(mozilla)) {
    const bits = Number.parseInt(mozilla, 16)
    return {
      seen: (bits & MOZILLA.read) > 0,
      replied: (bits & MOZILLA.replied) > 0,
      forwarded: (bits & MOZILLA.forwarded) > 0,
      flagged: (bits & MOZILLA.marked) > 0,
      deleted: (bits & MOZILLA.expunged) > 0,
      draft: false,
    }
  }
  const status = `${value('Status') ?? ''}${value('X-Status') ?? ''}`
  if (value('Status') === undefined && value('X-Status') === undefined) return null
  return {
    seen: status.includes('R'),
    replied: status.includes('A'),
    forwarded: false,
    flagged: status.includes('F'),
    draft: status.includes('T'),
    deleted: status.includes('D'),
  }
}

/** Reads the flags that a Maildir puts behind `:2,` (or `;2,`, `!2,`) in the name of a file; null when it has none. */
export function flagsOfMaildirName(name: string): MailFlags | null {
  const flags = /[:;!]2,([A-Z]*)[^/]*$/i.exec(name)?.[1]
  if (flags === undefined) return null
  return {
    seen: flags.includes('S'),
    replied: flags.includes('R'),
    forwarded: flags.includes('P'),
    flagged: flags.includes('F'),
    draft: flags.includes('D'),
    deleted: flags.includes('T'),
  }
}
