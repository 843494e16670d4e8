import { isMailAddress, type MailingList, visibleText } from '@yanshu/contracts'
import { type Headers, readHeader } from '../../mailflow/reading/readHeader.ts'
import type { Context } from '../../store/context/context.ts'

/** Characters of the name of a list. */
const NAME_MAX = 100

/** How long a mail that is opened waits for the header, in milliseconds. */
const WITHIN_MS = 1_000

interface Stored {
  readonly automatic: number
  readonly raw_hash: string | null
}

/**
 * The mailing list by which a mail came (RFC 2919), and where answers for all its readers go (RFC 2369 §3.4); undefined where
 * none is named. Only mail with List-Id counts as automatic, so the header of other mail is not read. A message whose file is
 * lost, or does not come within a second, has no list: its text is shown all the same.
 */
export async function mailingListOf(
  context: Pick<Context, 'blobs'>,
  { automatic, raw_hash }: Stored,
): Promise<MailingList | undefined> {
  if (automatic === 0 || raw_hash === null) return undefined
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), WITHIN_MS)
  try {
    return await Promise.race([readHeader(context, raw_hash).then(listIn), late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Reads List-Id and List-Post. What is no single mail address is no place for answers. */
export function listIn(header: Headers): MailingList | undefined {
  const [id] = header('list-id')
  const [, phrase = '', inside = ''] = /^([^<]*)<([^<>]{1,255})>/.exec(id ?? '') ?? []
  if (inside.trim() === '') return undefined
  const spoken = phrase.trim().replace(/^"(.*)"$/, '$1')
  const name = visibleText(spoken || inside.trim()).slice(0, NAME_MAX)
  return { name, address: addressForAll(header('list-post')) }
}

/** The first address of List-Post; null where the list accepts no mail (`NO`) or names none. What is asked for besides is left out. */
function addressForAll(values: readonly string[]): string | null {
  const addresses = values
    .flatMap((value) => [...value.matchAll(/<\s*mailto:([^<>?\s]{1,320})(?:\?[^<>]*)?>/gi)])
    .map(([, address]) => decoded(address ?? ''))
  const [first] = addresses
  return first !== undefined && isMailAddress(first) ? first : null
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
