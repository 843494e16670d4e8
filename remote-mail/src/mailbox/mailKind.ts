import type { Collection, ItemKind, ListWindow } from '@yanshu/lists'
import type { CounterDelta } from '../actions/counterDeltas.ts'
import { belongs, compareRows, type ListQuery, listKey, type RoleOf } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'

/** Mails and the lists of them. */
export type Mails = Collection<MailRow, number, ListQuery, CounterDelta>

/** A list of mails, of which the rows that were on screen are loaded. */
export type MailWindow = ListWindow<MailRow, number, ListQuery>

/** Stands for a number in a folder that the server has not sent yet; it comes with the next push or page. */
export const UID_UNKNOWN = 0

/** Mails as the kind of items that lists show. */
export const mailKind = (roleOf: RoleOf): ItemKind<MailRow, number, ListQuery> => ({
  idOf: (row) => row.mailId,
  idOfKey: Number,
  placeOf: (row) => row.mailboxId,
  // A number in a folder is never given twice (RFC 9051 §2.3.1.1).
  entryOf: ({ mailboxId, mailUid }) => (mailUid === UID_UNKNOWN ? undefined : `${mailboxId}:${mailUid}`),
  keyOf: listKey,
  rulesOf: (query) =>
    query.kind === 'own'
      ? query
      : {
          belongs: (row, here) => belongs(query, row, here, roleOf),
          compare: (a, b) => compareRows(query, a, b),
          keepsWhatLeft: query.kind !== 'search' && query.unread !== 'any',
        },
  dayOf: (row) => row,
})
