import type { Suggestion } from '@yanshu/contracts'
import { sql } from 'kysely'
import { departmentPathsOf } from '../../store/accounts/departments.ts'
import { maySendToGroup } from '../../store/accounts/mailGroups.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { RANK, type Rank } from '../../store/names/rank.ts'
import { foldKeyword, soundingsOf } from '../../store/names/soundings.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { findByKeys, findByPieces, findByPlace, type KeyHit } from './findKeys.ts'
import { beginsWhole, type Findable, isInnerSyllable, matchedOf, rankOf } from './matchPerson.ts'

type Parts = Pick<Context, 'store'>

/** People that the account knows, who are compared one by one: the latest correspondents, and its department. */
const CORRESPONDENTS_MAX = 500
const COLLEAGUES_MAX = 200
/** Of each kind that the index finds. */
const FOUND_MAX = 300
/** Groups of one answer, each checked for whether it may be written to. */
const GROUPS_MAX = 20

interface Candidate {
  readonly name: string
  readonly address: string
  readonly deptId: number | null
  readonly duties: string
  readonly phone: string
  readonly kind: Suggestion['kind']
}

/**
 * People for a keyword: by how well it points at them, among those it points at equally well first those whose name begins
 * with it in whole syllables, then those written to, the latest first, then those of the own department. Without a keyword,
 * those written to lately. People of the directory are found by an index, so that 50,000 are no more work than fifty. Where
 * the organisation is not displayed (`displayOrg`), only own contacts and those written to are found, and nothing of the
 * directory is shown.
 */
export async function suggestPeople(
  { store }: Parts,
  accountId: number,
  keyword: string,
  limit: number,
): Promise<Suggestion[]> {
  const wanted = foldKeyword(keyword).replaceAll(/\s+/g, '')
  const { displayOrg } = await switchesOf(store.db, accountId)
  const correspondents = await correspondentsOf(store, accountId, displayOrg)
  const recency = new Map(correspondents.map(({ address }, at) => [address, at]))
  const writtenAt = new Map(correspondents.map(({ address, lastUsedAt }) => [address, lastUsedAt]))
  const own = await store.db.selectFrom('account').select('dept_id').where('id', '=', accountId).executeTakeFirst()
  const ownDept = own?.dept_id ?? null
  const asSuggestions = async (list: readonly { candidate: Candidate; rank: Rank }[]): Promise<Suggestion[]> => {
    const shown = list.slice(0, limit)
    const paths = await departmentPathsOf(
      store,
      shown.flatMap(({ candidate }) => candidate.deptId ?? []),
    )
    return shown.map(({ candidate: { name, address, deptId, duties, kind }, rank }) => ({
      name,
      address,
      deptName: paths.get(deptId ?? 0) ?? '',
      duties,
      kind,
      matched: matchedOf(rank),
      correspondent: recency.has(address),
      ...(writtenAt.has(address) ? { lastWrittenAt: writtenAt.get(address) } : {}),
      ...(deptId !== null && deptId === ownDept ? { sameDepartment: true } : {}),
    }))
  }
  if (wanted === '') {
    return asSuggestions(correspondents.map((candidate) => ({ candidate, rank: RANK.none })))
  }

  const colleagues = displayOrg ? await colleaguesOf(store, ownDept) : []
  const best = new Map<string, { candidate: Candidate; rank: Rank; whole: boolean }>()
  const consider = (candidate: Candidate, rank: Rank, whole: boolean) => {
    const known = best.get(candidate.address)
    if (rank === RANK.none) return
    // Who is both a colleague and an own contact is shown as the colleague.
    if (!known) best.set(candidate.address, { candidate, rank, whole })
    else if (rank > known.rank) best.set(candidate.address, { candidate: known.candidate, rank, whole })
  }
  // A dictionary of eight megabytes, not needed before a user writes or searches.
  const { surnameReadings, syllablesOf } = await import('../../store/names/pinyin.ts')
  const findable = (one: Candidate): Findable => ({
    name: foldKeyword(one.name),
    soundings: soundingsOf(one.name, syllablesOf(one.name), surnameReadings(one.name)),
    address: one.address,
    duty: foldKeyword(one.duties),
    phone: one.phone.replaceAll(/\D/g, ''),
  })
  for (const one of [...correspondents, ...colleagues]) {
    const person = findable(one)
    consider(one, rankOf(wanted, person), beginsWhole(wanted, person))
  }

  const considerHits = async (found: readonly KeyHit[], trusted: boolean) => {
    for (const { candidate, rank } of await candidatesOf(store, accountId, found)) {
      if (!displayOrg && candidate.kind !== 'contact') continue
      const person = findable(candidate)
      const seen = rankOf(wanted, person)
      // The keys of the index hold every syllable of a name.
      const trusts = trusted && !(rank === RANK.nameInside && isInnerSyllable(wanted, person))
      consider(candidate, trusts && rank > seen ? rank : seen, beginsWhole(wanted, person))
    }
  }
  const mixed = /\p{Script=Han}/u.test(wanted) && /[a-z]/.test(wanted)
  // Of a name in characters and letters the index knows how it sounds; the characters are compared afterwards.
  const typed = mixed ? syllablesOf(wanted).join('').replaceAll(/\s+/g, '') : wanted
  await considerHits(await findByKeys(store, accountId, typed), !mixed)
  if (best.size < limit) await considerHits(await findByPieces(store, accountId, typed), false)
  if (best.size < limit && !mixed) await considerHits(await findByPlace(store, wanted, FOUND_MAX), true)

  const last = Number.POSITIVE_INFINITY
  const sameDepartment = ({ deptId }: Candidate) => deptId !== null && deptId === ownDept
  const sorted = [...best.values()].sort(
    (a, b) =>
      b.rank - a.rank ||
      Number(b.whole) - Number(a.whole) ||
      (recency.get(a.candidate.address) ?? last) - (recency.get(b.candidate.address) ?? last) ||
      Number(sameDepartment(b.candidate)) - Number(sameDepartment(a.candidate)),
  )
  return asSuggestions(sorted)
}

/** Those written to, the latest first; people of the organisation as the directory names them. */
async function correspondentsOf(
  store: Parts['store'],
  accountId: number,
  displayOrg: boolean,
): Promise<(Candidate & { readonly lastUsedAt: number })[]> {
  const rows = await store.db
    .selectFrom('correspondent')
    .leftJoin('account', (join) =>
      join.onRef('account.address', '=', 'correspondent.address').on('account.disabled', '=', 0),
    )
    .select([
      'correspondent.address',
      'correspondent.name as written',
      'correspondent.last_used_at as lastUsedAt',
      'account.id',
      'account.name',
      'account.dept_id',
      'account.duties',
      'account.phone',
    ])
    .where('correspondent.account_id', '=', accountId)
    // As it stands in the index of those who were written to.
    .where(sql<boolean>`uses > 0`)
    .orderBy('last_used_at', 'desc')
    .limit(CORRESPONDENTS_MAX)
    .execute()
  if (!displayOrg) {
    const nothing = { deptId: null, duties: '', phone: '', kind: 'recent' } as const
    return rows.map(({ written, address, lastUsedAt }) => ({ ...nothing, name: written, address, lastUsedAt }))
  }
  return rows.map((row) => ({
    name: row.name ?? row.written,
    address: row.address,
    deptId: row.dept_id,
    duties: row.duties ?? '',
    phone: row.phone ?? '',
    lastUsedAt: row.lastUsedAt,
    kind: row.id === null ? 'recent' : 'organization',
  }))
}

const ACCOUNT = ['id', 'name', 'address', 'dept_id', 'duties', 'phone'] as const

const asCandidate = (row: {
  name: string
  address: string
  dept_id: number | null
  duties: string
  phone: string
}): Candidate => ({
  name: row.name,
  address: row.address,
  deptId: row.dept_id,
  duties: row.duties,
  phone: row.phone,
  kind: 'organization',
})

async function colleaguesOf(store: Parts['store'], deptId: number | null): Promise<Candidate[]> {
  if (deptId === null) return []
  const rows = await store.db
    .selectFrom('account')
    .select(ACCOUNT)
    .where('dept_id', '=', deptId)
    .where('disabled', '=', 0)
    .orderBy('name_pinyin')
    .orderBy('id')
    .limit(COLLEAGUES_MAX)
    .execute()
  return rows.map(asCandidate)
}

/** Who the index has found, in its order. People who cannot be written to are left out. */
async function candidatesOf(
  store: Parts['store'],
  accountId: number,
  found: readonly KeyHit[],
): Promise<{ candidate: Candidate; rank: Rank }[]> {
  const idsOf = (kind: KeyHit['kind']) =>
    found
      .filter((one) => one.kind === kind)
      .slice(0, FOUND_MAX)
      .map(({ ref_id }) => ref_id)
  const byId = new Map<string, Candidate>()
  const accounts = idsOf('account')
  if (accounts.length > 0) {
    const rows = await store.db
      .selectFrom('account')
      .select(ACCOUNT)
      .where(numberIn(store.engine, 'id', accounts))
      .where('disabled', '=', 0)
      .execute()
    for (const row of rows) byId.set(`account ${row.id}`, asCandidate(row))
  }
  const contacts = idsOf('contact')
  if (contacts.length > 0) {
    const rows = await store.db
      .selectFrom('contact')
      .select(['id', 'name', 'emails', 'duties', 'phones', 'organization'])
      .where(numberIn(store.engine, 'id', contacts))
      .where('deleted_at', 'is', null)
      .execute()
    for (const row of rows) {
      const [first]: { value: string }[] = JSON.parse(row.emails)
      if (!first) continue
      byId.set(`contact ${row.id}`, {
        name: row.name,
        address: first.value.toLowerCase(),
        deptId: null,
        duties: row.duties,
        phone: '',
        kind: 'contact',
      })
    }
  }
  const groups = idsOf('group').slice(0, GROUPS_MAX)
  if (groups.length > 0) {
    const rows = await store.db
      .selectFrom('mail_group')
      .select(['id', 'name', 'address', 'senders'])
      .where(numberIn(store.engine, 'id', groups))
      .execute()
    for (const { id, name, address, senders } of rows) {
      if (!(await maySendToGroup(store.db, { groupId: id, senders }, accountId))) continue
      byId.set(`group ${id}`, { name, address, deptId: null, duties: '', phone: '', kind: 'group' })
    }
  }
  return found.flatMap(({ kind, ref_id, rank }) => {
    const candidate = byId.get(`${kind} ${ref_id}`)
    return candidate ? [{ candidate, rank }] : []
  })
}
