import { prepared } from '../database/prepared.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import type { Trx } from '../database/transact.ts'

/** The columns of a message that show which one it answers, where its header does not. */
export interface HintColumns {
  /** Of its sender, in lower case. */
  readonly address: string
  readonly subject: string
  /** JSON lists of {name, address}. */
  readonly to_list: string
  readonly cc_list: string
  /** 1 when it came from outside with an address of this organisation in From. */
  readonly claims_own_domain: number
}

/** The marks of an answer, not of a forwarded mail. */
const ANSWER = /^\s*(?:re|aw|sv|回复|回覆|答复|答覆|回信)\s*(?:[[(（]\d{1,3}[\])）])?\s*[:：]\s*/i

/** Characters of a subject that identifies a conversation; "hi" and "你好" are the subjects of many. */
const SUBJECT_MIN = 4

/** The newest mails of the mailbox that are looked through, and how far back, in milliseconds. */
const LOOKED_AT = 200
const WITHIN_MS = 30 * 24 * 3_600_000

function bareOf(subject: string): string | null {
  let bare = subject
  for (let rest = bare.replace(ANSWER, ''); rest !== bare; rest = bare.replace(ANSWER, '')) bare = rest
  const text = bare.trim().replace(/\s+/g, ' ').toLowerCase()
  return [...text].length < SUBJECT_MIN ? null : text
}

/**
 * The thread of the mail that one answers by its subject alone, which a few programs leave as the only hint; null for none.
 * Both people have to be in both mails: its sender among the people of the earlier one, whose writer gets the answer. So
 * strangers, and senders whose address may be forged, never join a conversation.
 */
export async function hintedThread(
  trx: Trx,
  accountId: number,
  message: HintColumns,
  receivedAt: number,
): Promise<number | null> {
  const bare = ANSWER.test(message.subject) && message.claims_own_domain === 0 ? bareOf(message.subject) : null
  if (bare === null || message.address === '') return null
  const reached = new Set([...addressesOf(message.to_list), ...addressesOf(message.cc_list)])
  const mails = await selectNewest(trx, { accountId, since: receivedAt - WITHIN_MS })
  const answered = mails.find(
    (mail) =>
      bareOf(mail.subject) === bare &&
      reached.has(mail.from_address.toLowerCase()) &&
      [...addressesOf(mail.to_list), ...addressesOf(mail.cc_list)].includes(message.address),
  )
  return answered?.thread_id ?? null
}

const addressesOf = (json: string): string[] => readAddresses(json).map(({ address }) => address.toLowerCase())

const selectNewest = prepared((db, by: { accountId: number; since: number }) =>
  db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select(['mail.thread_id', 'message.subject', 'message.from_address', 'message.to_list', 'message.cc_list'])
    .where('mail.account_id', '=', by.accountId)
    .where('mail.received_at', '>', by.since)
    .orderBy('mail.sort_key', 'desc')
    .limit(LOOKED_AT)
    .compile(),
)
