import { isMailAddress, type RecipientMark } from '@yanshu/contracts'
import type { Destination } from '../../mailflow/delivery/recipients.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import { findGroups } from '../../store/accounts/mailGroups.ts'
import type { Context } from '../../store/context/context.ts'
import { preparedForMany } from '../../store/database/prepared.ts'
import { openMailbox, shownPeople } from '../../store/mailbox/index.ts'
import { judgeRecipients, type SendParts } from './acceptMail.ts'
import { hintedRecipients } from './hintedRecipients.ts'
import { sendersOf } from './senders.ts'

/** What is known of an address, where something is. */
export interface MarkedRecipient {
  readonly address: string
  readonly marks: RecipientMark[]
}

/** What is known of recipients before a letter goes to them. */
export interface KnownRecipients {
  readonly list: MarkedRecipient[]
  /** Those of whom more is shown, such as until when they are away. */
  readonly hinted: string[]
}

/**
 * What a writer is shown of recipients before sending (`recipientMark`). The number of statements does not grow with that of
 * the addresses. What is no address has no marks: the page shows that by itself.
 */
export async function recipientMarks(
  parts: Pick<SendParts, 'context' | 'steps'>,
  accountId: number,
  addresses: readonly string[],
): Promise<KnownRecipients> {
  const unique = [...new Set(addresses.filter(isMailAddress))]
  const judged = await judgeRecipients(parts, accountId, unique)
  const outside = [...judged].flatMap(([address, { destination }]) =>
    destination.kind === 'elsewhere' ? [address.toLowerCase()] : [],
  )
  const rows = await selectWrittenTo(parts.context.store.db, outside, { accountId })
  const writtenTo = new Set(rows.map(({ address }) => address))
  const list = [...judged].flatMap(([address, { destination, refusal }]) => {
    const marks = refusal ? [refusal] : marksOf(destination, writtenTo.has(address.toLowerCase()))
    return marks.length > 0 ? [{ address, marks }] : []
  })
  const colleagues = new Map(
    [...judged].flatMap(([address, { destination }]) =>
      destination.kind === 'account' ? [[address, destination.accountId] as const] : [],
    ),
  )
  return { list, hinted: await hintedRecipients(parts.context, colleagues) }
}

function marksOf(destination: Destination, isKnown: boolean): RecipientMark[] {
  if (destination.kind === 'elsewhere') return isKnown ? ['outside'] : ['outside', 'first']
  // An address of the organisation that is no account and not refused: a step of delivery answers for it.
  if (destination.kind === 'unknown') return ['group']
  const isFull = destination.kind === 'account' && destination.quota > 0 && destination.used >= destination.quota
  return isFull ? ['full'] : []
}

/**
 * Whether a mail reached its reader as a blind copy: neither an own address nor a mail group stands in To and Cc, and no list
 * has passed it on. A mail that was deleted meanwhile is none. Throws `FolderClosedError`.
 */
export async function cameBlind(context: Context, reader: MailReader, mailId: number): Promise<boolean> {
  const { db } = context.store
  const mail = await openMailbox(context, reader)
    .whole(mailId)
    .catch((error: unknown) => {
      if (error instanceof MailNotFoundError) return null
      throw error
    })
  if (!mail) return false
  const { automatic, role, to_list, cc_list } = mail
  if (automatic === 1 || role === 'sent' || role === 'drafts') return false
  const named = [...shownPeople(to_list), ...shownPeople(cc_list)].map(({ address }) => address.toLowerCase())
  const own = new Set((await sendersOf(db, reader.accountId)).map(({ address }) => address.toLowerCase()))
  if (named.length === 0 || named.some((address) => own.has(address.replace(/\+[^@]*@/, '@')))) return false
  return (await findGroups(db, named)).size === 0
}

const selectWrittenTo = preparedForMany('text', (db, isListed, by: { accountId: number }) =>
  db
    .selectFrom('correspondent')
    .select('address')
    .where('account_id', '=', by.accountId)
    .where('uses', '>', 0)
    .where(isListed('address'))
    .compile(),
)
