import { setImmediate } from 'node:timers/promises'
import {
  type Condition,
  type DavCollection,
  type DavContent,
  DavError,
  type DavService,
  type DavWritten,
} from '../../platform/dav/davService.ts'
import { CARDDAV, dav, type XmlElement, xml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { changesOf, readBook } from './bookChanges.ts'
import { ContactFileRefusedError, TooManyContactsError } from './contactErrors.ts'
import { contactNamed, etagOf, memberOf, nameOf, selectLive } from './contactMembers.ts'
import { announceContacts } from './contacts.service.ts'
import { readApart } from './contactWork.ts'
import { contactFilter } from './davFilter.ts'
import { cardOf, groupNamesOf } from './export.service.ts'
import type { ContactRecord } from './findDoubles.ts'
import { splitCards } from './format/cardLines.ts'
import { readContacts } from './format/contactTask.ts'
import type { FoundPerson } from './format/fitContact.ts'
import { type FoundGroup, propertiesOf } from './format/readCards.ts'
import type { CardVersion } from './format/writeCard.ts'
import {
  groupCardContent,
  groupCardMember,
  groupCardOf,
  joinAwaiting,
  removeGroupCard,
  selectGroupCards,
  writeGroupCard,
} from './groupCards.ts'
import { freeUids, joinGroups, photoColumns } from './importBatch.ts'
import { createImportGroups } from './importGroups.ts'
import { requireRoom } from './keepPeople.ts'
import { keepPhotos } from './keepPhotos.ts'
import { insertContacts, nextSeq, updateContact } from './writeContact.ts'

const c = (name: string) => ({ ns: CARDDAV, name })

/** Contacts that are written before other calls are answered. */
const PAGE = 100
/** Bytes of a card, with a picture of 2 MB. */
const CARD_MAX = 4 * 1_048_576
/** A card up to this length is read in this thread. */
const IN_PLACE_MAX = 64 * 1_024
const NAME_MAX = 250

/** The own contacts as an address book of CardDAV (RFC 6352). */
export const contactBooks = (context: Context): DavService => ({
  name: 'addressbooks',
  wellKnown: 'carddav',
  feature: 'addressbook',
  home: c('addressbook-home-set'),
  scope: 'carddav',
  collections: async ({ accountId }) => [bookOf(context, accountId)],
})

/** 3.0, which every client reads, unless it asks for 4.0. */
const versionOf = (wanted: XmlElement | undefined): CardVersion =>
  wanted?.attributes.version === '4.0' ? '4.0' : '3.0'

function bookOf(context: Context, accountId: number): DavCollection {
  const { db } = context.store
  const live = () => selectLive(db, accountId)
  /** Contacts with their cards, which name their groups. */
  const contentsOf = async (
    rows: readonly ContactRecord[],
    wanted: XmlElement | undefined,
  ): Promise<(DavContent & { readonly id: number })[]> => {
    const groups = await groupNamesOf(
      context,
      rows.map(({ id }) => id),
    )
    const contents: (DavContent & { readonly id: number })[] = []
    for (const row of rows) {
      const body = await cardOf(context, row, versionOf(wanted), [...new Set(groups.get(row.id) ?? [])])
      contents.push({ ...memberOf(row), id: row.id, body })
    }
    return contents
  }
  async function* pages(): AsyncGenerator<ContactRecord[]> {
    for (let after = 0; ; ) {
      const rows = await live().where('id', '>', after).orderBy('id').limit(PAGE).execute()
      const last = rows.at(-1)
      if (!last) return
      after = last.id
      yield rows
      await setImmediate()
    }
  }
  return {
    name: 'contacts',
    displayName: '联系人 Contacts',
    kind: c('addressbook'),
    writable: true,
    contentType: 'text/vcard; charset=utf-8',
    data: c('address-data'),
    query: c('addressbook-query'),
    multiget: c('addressbook-multiget'),
    maxSize: CARD_MAX,
    properties: [
      [c('addressbook-description'), '雁书 Yanshu'],
      [c('max-resource-size'), String(CARD_MAX)],
      [
        c('supported-address-data'),
        ['3.0', '4.0']
          .map((version) => xml(c('address-data-type'), '', ` content-type="text/vcard" version="${version}"`))
          .join(''),
      ],
      [c('supported-collation-set'), xml(c('supported-collation'), 'i;unicode-casemap')],
    ],
    token: async () => (await readBook(db, accountId)).seq,
    async *members() {
      for await (const rows of pages()) yield rows.map(memberOf)
      yield (await selectGroupCards(db, accountId).execute()).map(groupCardMember)
    },
    async *find(filter, wanted) {
      const fits = contactFilter(filter)
      for await (const rows of pages()) {
        const contents = await contentsOf(rows, wanted)
        yield contents.filter(({ body }) => !filter || fits(parsed(body)))
      }
      for (const row of await selectGroupCards(db, accountId).execute()) {
        const content = await groupCardContent(context, row, versionOf(wanted))
        if (!filter || fits(parsed(content.body))) yield [content]
        await setImmediate()
      }
    },
    read: async (names, wanted) => {
      const called = new Map<number, string>()
      const rows: ContactRecord[] = []
      const groups: DavContent[] = []
      for (const name of new Set(names)) {
        const row = await contactNamed(db, accountId, name)
        const group = row ? undefined : await groupCardOf(db, accountId, name)
        if (group) groups.push({ ...(await groupCardContent(context, group, versionOf(wanted))), name })
        if (!row || called.has(row.id)) continue
        called.set(row.id, name)
        rows.push(row)
      }
      const people = await contentsOf(rows, wanted)
      return [...people.map((one) => ({ ...one, name: called.get(one.id) ?? one.name })), ...groups]
    },
    changes: (since, limit) => changesOf(db, accountId, since, limit),
    write: (name, body, condition) => writeCard(context, accountId, { name, body, condition }),
    remove: (name, condition) => removeCard(context, accountId, name, condition),
  }
}

/** The properties of a card that was written here. */
function parsed(card: string) {
  const [one] = splitCards(Buffer.from(card), 'utf-8').cards
  return one ? propertiesOf(one.lines, one.version === '4.0') : []
}

/** Reads the one person or the one group of a card. Throws `DavError`. */
async function cardIn(context: Context, body: string): Promise<FoundPerson | FoundGroup> {
  const task = { bytes: Buffer.from(body), charset: 'utf-8' }
  try {
    const read = body.length <= IN_PLACE_MAX ? readContacts(task) : await readApart(context, task)
    const card = read.people[0] ?? read.groups[0]
    if (!card || read.format !== 'vcard' || read.total + read.groups.length !== 1)
      throw new DavError(403, c('valid-address-data'))
    return card
  } catch (error) {
    if (error instanceof ContactFileRefusedError) throw new DavError(403, c('valid-address-data'))
    throw error
  }
}

interface Write {
  readonly name: string
  readonly body: string
  readonly condition: Condition
}

async function writeCard(context: Context, accountId: number, { name, body, condition }: Write): Promise<DavWritten> {
  if (name.length > NAME_MAX || /\p{Cc}/u.test(name)) throw new DavError(403)
  const found = await cardIn(context, body)
  const isNew = await ('members' in found
    ? writeGroupCard(context, accountId, { name, group: found, condition })
    : writePerson(context, accountId, { name, person: found, condition }))
  announceContacts(context, accountId)
  return { isNew }
}

interface WritePerson {
  readonly name: string
  readonly person: FoundPerson
  readonly condition: Condition
}

/** Stores a person. Answers whether it is a new one. Throws `DavError`. */
async function writePerson(
  context: Context,
  accountId: number,
  { name, person, condition }: WritePerson,
): Promise<boolean> {
  const photo = (await keepPhotos(context, [person])).get(person)
  const write = async (trx: Trx): Promise<boolean> => {
    const seq = await nextSeq(trx, accountId)
    const writing = { accountId, now: context.now(), seq }
    const there = await contactNamed(trx, accountId, name)
    if (!condition(there ? etagOf(there) : null)) throw new DavError(412)
    // A person never becomes a group under its name, nor the other way.
    if (!there && (await groupCardOf(trx, accountId, name))) throw new DavError(403, c('valid-address-data'))
    if (photo) {
      const { recordBlobs } = await import('../../store/blobs/blobRows.ts')
      await recordBlobs(trx, context.store.engine, [photo], context.now())
    }
    const columns = photo
      ? photoColumns(photo)
      : person.photo
        ? {}
        : { photo_hash: null, photo_size: 0, photo_type: '' }
    const card = JSON.stringify(person.card)
    if (there) {
      const fields = { ...person.fields, starred: there.starred === 1 }
      await updateContact(trx, { ...writing, contactId: there.id }, fields, { card, ...columns })
      await setGroups(trx, writing, there.id, person.groups)
      return false
    }
    const other = await selectLive(trx, accountId).where('uid', '=', person.uid).executeTakeFirst()
    if (other) throw new DavError(403, c('no-uid-conflict'), xml(dav('href'), encodeURIComponent(nameOf(other))))
    await requireRoom(trx, accountId)
    await freeUids(trx, accountId, [person.uid])
    const dav_name = name === `${person.uid}.vcf` ? '' : name
    const [contactId] = await insertContacts(trx, writing, [
      { fields: person.fields, uid: person.uid, more: { card, dav_name, ...columns } },
    ])
    if (contactId !== undefined) {
      await setGroups(trx, writing, contactId, person.groups)
      await joinAwaiting(trx, accountId, contactId, person.uid)
    }
    return true
  }
  try {
    return await transact(context, write, { grows: true })
  } catch (error) {
    if (error instanceof TooManyContactsError) throw new DavError(507, dav('quota-not-exceeded'))
    throw error
  }
}

/** Lists that programs keep for themselves. */
const OF_PROGRAMS = /^(?:my ?contacts|starred)$/i

/**
 * Puts a contact into the groups that its card names (CATEGORIES), and takes it out of those that it does not. A card that
 * names none leaves the groups as they are: many programs do not know them.
 */
async function setGroups(
  trx: Trx,
  { accountId, now }: { readonly accountId: number; readonly now: number },
  contactId: number,
  named: readonly string[],
): Promise<void> {
  const names = named.filter((name) => !OF_PROGRAMS.test(name))
  if (names.length === 0) return
  const there = await trx
    .selectFrom('contact_group_member')
    .innerJoin('contact_group', 'contact_group.id', 'contact_group_member.group_id')
    .select(['group_id', 'name'])
    .where('contact_id', '=', contactId)
    .execute()
  const missing = names.filter((name) => !there.some((one) => one.name === name))
  const { ids } = await createImportGroups(accountId, now, []).idsOf(trx, missing)
  await joinGroups(trx, contactId, ids)
  const gone = there.filter(({ name }) => !names.includes(name)).map(({ group_id }) => group_id)
  if (gone.length === 0) return
  await trx
    .deleteFrom('contact_group_member')
    .where('contact_id', '=', contactId)
    .where('group_id', 'in', gone)
    .execute()
}

async function removeCard(context: Context, accountId: number, name: string, condition: Condition): Promise<void> {
  await transact(context, async (trx) => {
    const seq = await nextSeq(trx, accountId)
    const there = await contactNamed(trx, accountId, name)
    if (!there && (await removeGroupCard(trx, context, accountId, { name, condition }))) return
    if (!there) throw new DavError(404)
    if (!condition(etagOf(there))) throw new DavError(412)
    await trx
      .updateTable('contact')
      .set({ deleted_at: context.now(), seq, revision: there.revision + 1 })
      .where('id', '=', there.id)
      .execute()
  })
  announceContacts(context, accountId)
}
