import { type MailAddress, type MailListItem, PREVIEW_COLUMNS_MAX, visibleText } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { cutToColumns } from '../../mime/cutToColumns.ts'
import { preparedForMany } from '../database/prepared.ts'
import type { Schema } from '../database/schema.ts'
import { readAddresses } from '../database/storedAddresses.ts'
import { switchesOf } from '../switches/switches.ts'
import { strangersAmong } from './strangers.ts'

const TO_SHOWN = 3
/** `mail.risk` of a mail that the risk check has marked. */
const RISK_MARKED = 2

/** A person as people see them: no character in the name turns or hides the text around it. */
export const shownPerson = ({ name, address }: MailAddress): MailAddress => ({
  name: visibleText(name),
  address: visibleText(address),
})

/** The people of a stored list as people see them. */
export const shownPeople = (json: string): MailAddress[] => readAddresses(json).map(shownPerson)

/** 1 high, 5 low, anything else normal. */
export const readPriority = (value: number): 1 | 3 | 5 => (value === 1 || value === 5 ? value : 3)

/**
 * Rows as the lists show them, in the order of the ids; at most some hundred. Those that are gone are left out. The first
 * words come whole, or cut to `previewColumns`.
 */
export async function listItems(
  db: Kysely<Schema>,
  accountId: number,
  mailIds: readonly number[],
  previewColumns: number = PREVIEW_COLUMNS_MAX,
): Promise<MailListItem[]> {
  if (mailIds.length === 0) return []
  const rows = await selectRows(db, mailIds, {})
  const own = rows.filter((row) => row.account_id === accountId)
  const strangers = await strangersAmong(
    db,
    accountId,
    own.map((row) => row.from_address),
  )
  const claims = own.some((row) => row.claims_own_domain === 1 || row.risk === RISK_MARKED)
  // Most lists have nothing to mark, and need not ask.
  const marks = strangers.size > 0 || claims ? await switchesOf(db, accountId) : null
  const items = new Map(
    own.map((row): [number, MailListItem] => {
      const to = readAddresses(row.to_list)
      return [
        row.id,
        {
          mailId: row.id,
          mailboxId: row.folder_id,
          mailUid: row.uid,
          sortValues: [row.sticky, row.sort_key],
          seen: row.seen === 1,
          sticky: row.sticky === 1,
          color: row.color,
          replied: row.replied === 1,
          forwarded: row.forwarded === 1,
          systemNotice: row.system_notice === 1,
          stranger: marks?.strangerMarkEnable === true && strangers.has(row.from_address.toLowerCase()),
          claimsOwnDomain: marks?.mailSourceMarkEnable === true && row.claims_own_domain === 1,
          risky: marks?.mailSourceMarkEnable === true && row.risk === RISK_MARKED,
          withPassword: row.with_password === 1,
          invites: row.invites === 1,
          priority: readPriority(row.priority),
          from: shownPerson({ name: row.from_name, address: row.from_address }),
          to: to.slice(0, TO_SHOWN).map(shownPerson),
          toCount: to.length,
          subject: visibleText(row.subject),
          preview: cutToColumns(visibleText(row.preview), previewColumns),
          hasAttachment: row.has_attachment === 1,
          size: row.size,
          date: row.received_at,
          labelIds: row.labels?.split(',').map(Number) ?? [],
        },
      ]
    }),
  )
  return mailIds.flatMap((mailId) => items.get(mailId) ?? [])
}

const labels = sql<string | null>`(
  select string_agg(cast(label_id as text), ',' order by label_id) from mail_label where mail_id = mail.id
)`

/** With the labels of each mail: asking for them afterwards takes as long again. */
const selectRows = preparedForMany('bigint', (db, isListed) =>
  db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .select([
      'mail.id',
      'mail.account_id',
      'mail.folder_id',
      'mail.uid',
      'mail.sort_key',
      'mail.received_at',
      'mail.size',
      'mail.seen',
      'mail.sticky',
      'mail.color',
      'mail.replied',
      'mail.forwarded',
      'mail.system_notice',
      'mail.risk',
      'message.subject',
      'message.from_name',
      'message.from_address',
      'message.to_list',
      'message.preview',
      'message.has_attachment',
      'message.priority',
      'message.claims_own_domain',
      'message.invites',
      'message.with_password',
      labels.as('labels'),
    ])
    .where(isListed('mail.id'))
    .compile(),
)
