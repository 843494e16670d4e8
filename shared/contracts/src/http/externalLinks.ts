import { z } from 'zod'
import { Code } from '../codes.ts'
import { SEARCH_KEYWORD_MIN } from '../limits.ts'
import { ARCHIVED_SHOWN } from '../searchLimits.ts'
import { epochMs, get, post } from './define.ts'
import { ticket } from './loginFields.ts'

/** Other systems that the product leads to: the archive (`guidang`) and the mail gateway (`wangguan`). */
export const externalSystem = z.enum(['archive', 'gateway'])
export type ExternalSystem = z.infer<typeof externalSystem>

/** A mail that the archive has found. */
export const archivedMail = z.object({
  subject: z.string(),
  from: z.string(),
  /** Epoch milliseconds; null where the archive names no time. */
  date: epochMs.nullable(),
  /** A page of the archive itself that shows it; null where it names none. */
  url: z.string().nullable(),
})
export type ArchivedMail = z.infer<typeof archivedMail>

export const externalLinkCalls = [
  get('mail/gateway/archive/search', {
    switchedBy: 'mailArchiveEnable',
    personAlone: 'forbidden',
    noted: 'nothing',
    title: 'What the archive finds for a keyword, where it is searched; it is asked in the name of the person',
    query: z.object({ searchKeyword: z.string().trim().min(SEARCH_KEYWORD_MIN).max(200) }),
    data: z.object({
      list: z.array(archivedMail).max(ARCHIVED_SHOWN),
      more: z.boolean(),
    }),
    errors: [Code.linkNotOffered, Code.upstreamFailed, Code.tooManyRequests],
  }),
  get('mail/gateway/gatewayUrl', {
    switchedBy: { name: 'mailArchiveEnable', when: 'sometimes' },
    title: 'The address of an outside system, with a token that says once who comes',
    query: z.object({ system: externalSystem.default('gateway') }),
    data: z.object({ url: z.string() }),
    errors: [Code.forbidden, Code.linkNotOffered],
  }),
  post('mail/gateway/redeem', {
    title: 'For that system: whose token it is. Counts once, within a minute, with the secret as bearer token',
    access: 'public',
    body: z.object({ token: ticket }),
    data: z.object({ system: externalSystem, account: z.string(), userName: z.string() }),
    errors: [Code.tokenInvalid, Code.codeOver],
  }),
] as const
