/** One condition of the header `If` (RFC 4918 §10.4): a lock's token or a tag of content. */
export interface IfCondition {
  readonly not: boolean
  readonly token: string | null
  readonly etag: string | null
}

/** A list of conditions that must all hold, of the request's own address where none is named. */
export interface IfList {
  readonly address: string | null
  readonly conditions: readonly IfCondition[]
}

const HEADER_MAX = 8_192

/** The lists of the header, one of which must hold; null where it is none. */
export function parseIf(header: string | undefined): IfList[] | null {
  if (header === undefined) return []
  if (header.length > HEADER_MAX) return null
  const lists: IfList[] = []
  const reading = /\s*(?:<([^<>]*)>|\(([^()]*)\))/y
  let address: string | null = null
  const end = header.trimEnd().length
  while (reading.lastIndex < end) {
    const found = reading.exec(header)
    if (!found) return null
    if (found[2] === undefined) {
      address = found[1] ?? ''
      continue
    }
    const conditions = conditionsOf(found[2])
    if (!conditions) return null
    lists.push({ address, conditions })
  }
  return lists.length > 0 ? lists : null
}

function conditionsOf(text: string): IfCondition[] | null {
  const conditions: IfCondition[] = []
  const reading = /\s*(not\s+)?(?:<([^<>]*)>|\[([^[\]]*)\])/iy
  const end = text.trimEnd().length
  while (reading.lastIndex < end) {
    const found = reading.exec(text)
    if (!found) return null
    conditions.push({ not: found[1] !== undefined, token: found[2] ?? null, etag: found[3] ?? null })
  }
  return conditions.length > 0 ? conditions : null
}

/** The tokens that a request has sent, whether their lists hold or not. */
export const tokensOf = (lists: readonly IfList[]): ReadonlySet<string> =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap(({ token }) => token ?? [])))
