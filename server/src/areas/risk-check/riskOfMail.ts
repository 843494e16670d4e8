import type { MailAddress } from '@yanshu/contracts'
import { boundedHtml } from '../../mailflow/workers/boundedBody.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { strangersAmong } from '../../store/mailbox/strangers.ts'
import { checkApart } from './checkApart.ts'
import type { RiskCheck } from './checkRisk.ts'
import { domainOf } from './domains.ts'
import { headersOf } from './headersOf.ts'
import { readCodes } from './readCodes.ts'

/** Domains of the latest correspondents that lookalikes are compared with. */
const KNOWN_MAX = 200

/** Checks a mail of an account. Throws `MailNotFoundError`. */
export async function riskOfMail(context: Context, accountId: number, mailId: number): Promise<RiskCheck> {
  const { db } = context.store
  const row = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .leftJoin('message_body', 'message_body.message_id', 'message.id')
    .select([
      'message.id',
      'message.raw_hash',
      'message.subject',
      'message.from_name',
      'message.from_address',
      'message.reply_to',
      'message.claims_own_domain',
      'message_body.html',
      'message_body.text',
      'message_body.bounded',
    ])
    .where('mail.id', '=', mailId)
    .where('mail.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new MailNotFoundError()
  const address = row.from_address.toLowerCase()
  const [files, domains, strangers, known, colleague, authentication] = await Promise.all([
    db
      .selectFrom('attachment')
      .select(['name', 'content_type', 'size', 'blob_hash'])
      .where('message_id', '=', row.id)
      .execute(),
    db.selectFrom('domain').select('name').execute(),
    strangersAmong(db, accountId, [address]),
    db
      .selectFrom('correspondent')
      .select('address')
      .where('account_id', '=', accountId)
      .where('uses', '>', 0)
      .orderBy('last_used_at', 'desc')
      .limit(KNOWN_MAX)
      .execute(),
    row.from_name === ''
      ? undefined
      : db.selectFrom('account').select('id').where('name', '=', row.from_name.trim()).limit(1).executeTakeFirst(),
    authenticationOf(context, row.raw_hash),
  ])
  const ownDomains = domains.map(({ name }) => name)
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
      attachments: files.map(({ name, content_type }) => ({ name, contentType: content_type })),
      codes,
      authentication,
      claimsOwnDomain: row.claims_own_domain === 1,
    },
    {
      ownDomains,
      colleagueName: colleague !== undefined && !ownDomains.includes(domainOf(address)),
      knownDomains: [...new Set(known.map((one) => domainOf(one.address)))],
      knownSender: !strangers.has(address),
    },
  )
}

/** Authentication-Results that this server's own border has written: by its name, and above all others (RFC 8601 §5). */
async function authenticationOf(context: Context, hash: string | null): Promise<string> {
  const fields = await headersOf(context, hash)
  const first = fields.get('authentication-results')?.[0]?.toLowerCase() ?? ''
  return first.trim().startsWith(context.config.hostname.toLowerCase()) ? first : ''
}
