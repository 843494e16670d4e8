import type { DavMember } from '../../platform/dav/davService.ts'
import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import type { ContactRecord } from './findDoubles.ts'

type Db = Context['store']['db'] | Trx

/** What a client calls a contact. */
export const nameOf = ({ dav_name, uid }: Pick<ContactRecord, 'dav_name' | 'uid'>): string => dav_name || `${uid}.vcf`
/** By the number of the last change: a card also names the groups of its contact. */
export const etagOf = ({ id, seq }: Pick<ContactRecord, 'id' | 'seq'>): string => `"${id}-${seq}"`
export const memberOf = (row: ContactRecord): DavMember => ({
  name: nameOf(row),
  etag: etagOf(row),
  modifiedAt: row.updated_at,
})

/** The contacts that are there. */
export const selectLive = (db: Db, accountId: number) =>
  db.selectFrom('contact').selectAll().where('account_id', '=', accountId).where('deleted_at', 'is', null)

/** The contact that a client calls by this name: its own, or that of its UID. */
export const contactNamed = (db: Db, accountId: number, name: string): Promise<ContactRecord | undefined> =>
  selectLive(db, accountId)
    .where((eb) =>
      eb.or([
        eb('dav_name', '=', name),
        // No UID has a line end in it.
        eb.and([eb('dav_name', '=', ''), eb('uid', '=', name.endsWith('.vcf') ? name.slice(0, -4) : '\n')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
