/** One server that received a mail from another, as it wrote it into the mail (RFC 5321 §4.4). */
export interface Hop {
  /** '' where it is not given. */
  readonly from: string
  readonly by: string
  /** How it was sent: ESMTP, ESMTPS, LMTP, HTTP. */
  readonly how: string
  /** In epoch milliseconds; null where it cannot be read. */
  readonly at: number | null
  /** Milliseconds since the hop before; null where one of them is not known. Clocks that differ make it negative. */
  readonly delay: number | null
}

export interface HeaderField {
  readonly name: string
  readonly value: string
}

/** Fields that are read: a mail may have any number. */
const FIELDS_MAX = 500
const HOPS_MAX = 50

/** The header of a mail as its fields, unfolded, in the order in which they stand (RFC 5322 §2.2). */
export function fieldsOf(source: string): HeaderField[] {
  const end = /^\r?\n|\r?\n\r?\n/.exec(source)?.index ?? source.length
  const fields: { name: string; value: string }[] = []
  for (const line of source.slice(0, end).split(/\r?\n/)) {
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value = `${last.value} ${line.trim()}`.trim()
      continue
    }
    const colon = line.indexOf(':')
    if (colon < 1) continue
    if (fields.length >= FIELDS_MAX) break
    fields.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() })
  }
  return fields
}

/** The servers that a mail came by, the first one first. Their records before the last one may be forged. */
export function wayOf(fields: readonly HeaderField[]): Hop[] {
  const received = fields.filter(({ name }) => name.toLowerCase() === 'received').slice(0, HOPS_MAX)
  let before: number | null = null
  return received.toReversed().map(({ value }) => {
    const at = momentOf(value)
    const delay = at === null || before === null ? null : at - before
    if (at !== null) before = at
    return { from: wordAfter(value, 'from'), by: wordAfter(value, 'by'), how: wordAfter(value, 'with'), at, delay }
  })
}

/** The word behind a clause of a field Received, outside of comments. */
const wordAfter = (value: string, clause: string): string =>
  new RegExp(`(?:^|[\\s)])${clause}\\s+([^\\s;()]+)`, 'i').exec(value)?.[1] ?? ''

/** What stands behind the last semicolon, without its comments. */
function momentOf(value: string): number | null {
  const text = value.slice(value.lastIndexOf(';') + 1).replace(/\([^()]*\)/g, '')
  const moment = value.includes(';') ? Date.parse(text.trim()) : Number.NaN
  return Number.isNaN(moment) ? null : moment
}
