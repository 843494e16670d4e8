import { ARCHIVED_SHOWN, type ArchivedMail, visibleText } from '@yanshu/contracts'
import { z } from 'zod'
import type { Context } from '../../store/context/context.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { type FetchPolicy, fetchRemote, PUBLIC_WEB, RemoteFetchError, UpstreamFailedError } from '../files/index.ts'
import { LinkNotOfferedError, links } from './linkTokens.ts'

/** What a person waits for the archive at most, in milliseconds. */
const TIME_MAX_MS = 4_000
const ANSWER_SIZE_MAX = 256 * 1_024
const TEXT_MAX = 300
/** Searches of a person in the archive before the next one has to wait: each leaves the server. */
const TRIES = { free: 60, firstS: 30, longestS: 5 * 60 } as const
const INSIDE: FetchPolicy = { allowsAddress: () => true, allowsPort: () => true }

const cut = z.string().transform((text) => visibleText([...text].slice(0, TEXT_MAX).join('')))
const moment = z.union([z.number(), z.string().transform((text) => Date.parse(text))]).nullish()

/** What the archive answers. Its other fields are ignored. */
const answerSchema = z.object({
  list: z.array(
    z.object({ subject: cut.default(''), from: cut.default(''), date: moment, url: z.string().max(2_000).nullish() }),
  ),
  more: z.boolean().default(false),
})

/**
 * What the archive finds for a keyword, in the name of a person: its address gets a token that it redeems as of its link.
 * No redirect is followed, so that the token reaches that address alone. Throws `LinkNotOfferedError`,
 * `TooManyRequestsError`, and `UpstreamFailedError` where it does not answer in time, or otherwise than it should.
 */
export async function searchArchive(
  context: Context,
  accountId: number,
  keyword: string,
): Promise<{ list: ArchivedMail[]; more: boolean }> {
  const { archiveSearchUrl, archiveSearchInside } = context.config
  if (archiveSearchUrl === null) throw new LinkNotOfferedError()
  await countTries(context, [{ scope: `archive-search:${accountId}`, ...TRIES }])
  const token = await links.issue(context, { accountId, data: { system: 'archive' } })
  const address = archiveSearchUrl.replaceAll('{token}', token).replaceAll('{query}', () => encodeURIComponent(keyword))
  const how = { accept: 'application/json', sizeMax: ANSWER_SIZE_MAX, timeMax: TIME_MAX_MS, redirectsMax: 0 }
  try {
    const bytes = await fetchRemote(address, { ...how, policy: archiveSearchInside ? INSIDE : PUBLIC_WEB })
    const { list, more } = answerSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    const { origin } = new URL(address)
    return {
      list: list.slice(0, ARCHIVED_SHOWN).map(({ subject, from, date, url }) => ({
        ...{ subject, from },
        date: Number.isSafeInteger(date) ? (date ?? null) : null,
        url: ownPage(url, origin),
      })),
      more: more || list.length > ARCHIVED_SHOWN,
    }
  } catch (error) {
    if (error instanceof RemoteFetchError || error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new UpstreamFailedError()
    }
    throw error
  }
}

/** A page of the archive itself; what it names elsewhere is passed over. */
function ownPage(url: string | null | undefined, origin: string): string | null {
  if (!url || !URL.canParse(url, origin)) return null
  const page = new URL(url, origin)
  return page.origin === origin ? page.href : null
}
