import type { MailAddress } from '@yanshu/contracts'
import { sql } from 'kysely'
import { readArrival } from '../../mailflow/arrival/arrival.ts'
import { boundedHtml } from '../../mailflow/workers/boundedBody.ts'
import {
  type AuthenticationResult,
  isSameAuthserv,
  readAuthenticationResults,
} from '../../mime/authenticationResults.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { prepared } from '../../store/database/prepared.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { strangersAmong } from '../../store/mailbox/strangers.ts'
import { checkApart } from './checkApart.ts'
import type { RiskCheck } from './checkRisk.ts'
import { likeColleague } from './colleagues.ts'
import { domainOf } from './domains.ts'
import { headersOf } from './headersOf.ts'
import { readCodes } from './readCodes.ts'
import { readPages } from './readPages.ts'
import type { RiskSurroundings } from './riskMail.ts'

/** Domains of the latest correspondents that lookalikes are compared with. */
const KNOWN_MAX = 200
/** Senders of several mails whose domains are compared with. */
const CORRESPONDENTS_MAX = 400

/** What is the same for all mails of an account that are checked at the same moment. */
export type Organisation = Pick<RiskSurroundings, 'ownDomains' | 'knownDomains' | 'heardDomains'>

export async function organisationOf({ store }: Pick<Context, 'store'>, accountId: number): Promise<Organisation> {
  const [domains, known, correspondents] = await Promise.all([
    selectDomains(store.db, {}),
    selectKnown(store.db, { accountId }),
    selectCorrespondents(store.db, { accountId }),
  ])
  return {
    ownDomains: domains.map(({ name }) => name),
    knownDomains: domainsOf(known),
    heardDomains: domainsOf(correspondents),
  }
}

const domainsOf = (people: readonly { readonly address: string }[]): string[] => [
  ...new Set(people.map(({ address }) => domainOf(address))),
]

/** Checks a mail of an account. Throws `MailNotFoundError`, `FolderClosedError`. */
export async function riskOfMail(
  context: Context,
  reader: MailReader,
  mailId: number,
  organisation?: Organisation,
): Promise<RiskCheck> {
  const { db } = context.store
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  const row = await mailbox.whole(mailId)
  const address = row.from_address.toLowerCase()
  const { ownDomains, knownDomains, heardDomains } = organisation ?? (await organisationOf(context, accountId))
  const outside = !ownDomains.includes(domainOf(address))
  const [files, strangers, like, authentication, listId] = await Promise.all([
    mailbox.partsOf(row),
    strangersAmong(db, accountId, [address]),
    outside ? likeColleague(db, row.from_name, ownDomains) : { name: false, title: false },
    authenticationOf(context, row),
    listIdOf(context, row),
  ])
  const pages = await readPages(context, files)
  const pictures = files.filter(({ content_type }) => /^image\/(?:png|jpe?g|gif|bmp)$/i.test(content_type))
  const codes = await readCodes(
    context,
    pictures.map(({ blob_hash, size }) => ({ hash: blob_hash, size })),
  )
  return checkApart(
    context,
    {
      subject: row.subject,
      from: { name: row.from_name, address },
      replyTo: (JSON.parse(row.reply_to) as MailAddress[]).map((one) => one.address.toLowerCase()),
      text: readText(row.text ?? ''),
      html: await boundedHtml(context, { html: readTextOrNull(row.html), bounded: row.bounded }),
      attachments: files.map(({ id, name, content_type: contentType }) => {
        const content = pages.get(id)
        return content === undefined ? { name, contentType } : { name, contentType, content }
      }),
      codes,
      authentication,
      claimsOwnDomain: row.claims_own_domain === 1,
      listId,
    },
    {
      ownDomains,
      colleagueName: like.name,
      colleagueTitle: like.title,
      knownDomains,
      heardDomains,
      knownSender: !strangers.has(address),
    },
  )
}

const selectDomains = prepared((db, _by: object) => db.selectFrom('domain').select('name').compile())

const selectKnown = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', by.accountId)
    // As it stands in the index of those who were written to.
    .where(sql<boolean>`uses > 0`)
    .orderBy('last_used_at', 'desc')
    .limit(KNOWN_MAX)
    .compile(),
)

const selectCorrespondents = prepared((db, by: { accountId: number }) =>
  db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', by.accountId)
    // As it stands in the index of those who wrote several times.
    .where(sql<boolean>`received > 2`)
    .limit(CORRESPONDENTS_MAX)
    .compile(),
)

/** The List-Id of a mail that came by a list (RFC 2919), without its brackets; the header of no other mail is read. */
async function listIdOf(
  context: Context,
  { automatic, raw_hash }: { readonly automatic: number; readonly raw_hash: string | null },
): Promise<string> {
  if (automatic === 0) return ''
  const value = (await headersOf(context, raw_hash)).get('list-id')?.[0] ?? ''
  return (/<([^<>]{1,255})>\s*$/.exec(value)?.[1] ?? value).trim().toLowerCase().slice(0, 255)
}

/**
 * What the own border has found of the sender, as `method=result`. Of mail that was stored before this was kept, what its
 * header names as found by this server: it may be forged, and counts only against its sender.
 */
async function authenticationOf(
  context: Context,
  { arrival, raw_hash }: { readonly arrival: string | null; readonly raw_hash: string | null },
): Promise<string> {
  const came = readArrival(arrival)
  if (came) return resultsText(came.authentication?.results ?? [])
  const fields = await headersOf(context, raw_hash)
  const first = readAuthenticationResults(fields.get('authentication-results')?.[0] ?? '')
  return first && isSameAuthserv(first.authservId, context.config.hostname)
    ? resultsText(first.results.filter(({ result }) => result === 'fail'))
    : ''
}

const resultsText = (results: readonly AuthenticationResult[]): string =>
  results.map(({ method, result }) => `${method}=${result}`).join(' ')
