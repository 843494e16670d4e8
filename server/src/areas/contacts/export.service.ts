import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { BadRequestError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import { fieldsOf } from './contactRows.ts'
import type { ContactRecord } from './findDoubles.ts'
import { type CardVersion, writeCard } from './format/writeCard.ts'
import { csvHead, csvRows } from './format/writeCsv.ts'
import { groupsBelow } from './groups.service.ts'

const FORMATS = {
  vcard3: { type: 'text/vcard; charset=utf-8', extension: 'vcf' },
  vcard4: { type: 'text/vcard; charset=utf-8', extension: 'vcf' },
  'csv-zh': { type: 'text/csv; charset=utf-8', extension: 'csv' },
  'csv-en': { type: 'text/csv; charset=utf-8', extension: 'csv' },
} as const
type Format = keyof typeof FORMATS

const isFormat = (format: string | undefined): format is Format => format !== undefined && format in FORMATS

/** Contacts that are written before other calls run. */
const PAGE = 100

export interface Exported {
  readonly groupId?: number | undefined
  /** Ids joined by commas. */
  readonly contactIds?: string | undefined
}

type Parts = Pick<Context, 'store' | 'blobs'>

/**
 * Answers contacts as a file, written while it is sent: all of them, those of a group and of the groups below it, or
 * some. Throws `NotFoundError` for a group or a format that is not there.
 */
export async function exportContacts(
  context: Parts,
  accountId: number,
  format: string | undefined,
  which: Exported,
  reply: FastifyReply,
): Promise<Readable> {
  if (!isFormat(format)) throw new NotFoundError()
  const { store } = context
  const groups = which.groupId === undefined ? null : await groupsBelow(store, accountId, which.groupId)
  const ids = which.contactIds === undefined ? null : idsOf(which.contactIds)
  const { type, extension } = FORMATS[format]
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="contacts.${extension}"`,
    'cache-control': 'private, no-store',
  })
  return Readable.from(writtenContacts(context, accountId, format, { groups, ids }), { objectMode: false })
}

function idsOf(list: string): number[] {
  const ids = list.split(',').filter(Boolean).map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw new BadRequestError(['contactIds'])
  return ids
}

interface Chosen {
  readonly groups: readonly number[] | null
  readonly ids: readonly number[] | null
}

/** Contacts in the words of a format, piece by piece. */
export async function* writtenContacts(
  context: Parts,
  accountId: number,
  format: Format,
  chosen: Chosen,
): AsyncGenerator<string> {
  if (format === 'csv-zh' || format === 'csv-en') yield csvHead(format === 'csv-en' ? 'en' : 'zh')
  for (let after = 0; ; ) {
    const rows = await pageOf(context, accountId, chosen, after)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const groups = await groupNamesOf(
      context,
      rows.map(({ id }) => id),
    )
    if (format === 'vcard3' || format === 'vcard4') {
      for (const row of rows) {
        yield await cardOf(context, row, format === 'vcard4' ? '4.0' : '3.0', groups.get(row.id) ?? [])
      }
    } else yield csvRows(rows.map((row) => ({ fields: fieldsOf(row), groups: groups.get(row.id) ?? [] })))
    await setImmediate()
  }
}

/** Contacts by their number, so that one that comes or goes meanwhile moves no other. */
function pageOf({ store }: Parts, accountId: number, { groups, ids }: Chosen, after: number): Promise<ContactRecord[]> {
  const { db, engine } = store
  let select = db
    .selectFrom('contact')
    .selectAll()
    .where(ids ? ownedBy('account_id', accountId) : sql<boolean>`account_id = ${accountId}`)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
  if (ids) select = select.where(numberIn(engine, 'id', ids))
  if (groups) {
    select = select.where('id', 'in', (eb) =>
      eb
        .selectFrom('contact_group_member')
        .select('contact_id')
        .where(numberIn(engine, 'group_id', groups)),
    )
  }
  return select.execute()
}

/** Names of the personal groups of each contact. */
export async function groupNamesOf({ store }: Parts, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await store.db
    .selectFrom('contact_group_member')
    .innerJoin('contact_group', 'contact_group.id', 'contact_group_member.group_id')
    .select(['contact_id', 'name'])
    .where(numberIn(store.engine, 'contact_id', ids))
    .orderBy('contact_group.sort')
    .orderBy('contact_group.id')
    .execute()
  const names = new Map<number, string[]>()
  for (const { contact_id, name } of rows) names.set(contact_id, [...(names.get(contact_id) ?? []), name])
  return names
}

/** A contact as a vCard, with its picture. */
export async function cardOf(
  { blobs }: Pick<Context, 'blobs'>,
  row: ContactRecord,
  version: CardVersion,
  groups: readonly string[],
): Promise<string> {
  // The card is written without a picture that cannot be read.
  const bytes = row.photo_hash === null ? null : await blobs.readAll(row.photo_hash).catch(() => null)
  return writeCard(
    {
      uid: row.uid,
      fields: fieldsOf(row),
      card: JSON.parse(row.card),
      groups,
      photo: bytes && { type: row.photo_type, base64: Buffer.from(bytes).toString('base64') },
      changedAt: row.updated_at,
    },
    version,
  )
}
