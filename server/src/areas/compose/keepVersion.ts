import {
  DRAFT_VERSION_FILE_MAX,
  DRAFT_VERSION_KEPT_MS,
  DRAFT_VERSION_STEP_MS,
  DRAFT_VERSIONS_MAX,
  DRAFT_VERSIONS_SIZE_MAX,
} from '@yanshu/contracts'
import { pictureIds } from '../../mime/draftPictures.ts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { findOwnedFiles } from '../files/index.ts'
import type { LetterColumns } from './draftRow.ts'

/** Whose login saves a draft, as far as versions say it. */
export interface DraftWriter {
  readonly accountId: number
  readonly personId: number
  readonly sessionId: string
}

/** A file of a version, with what is shown of it. */
export interface VersionFile {
  readonly id: string
  readonly name: string
  readonly size: number
}

/** A letter that became half as long may have lost what its writer wants back. Characters of HTML. */
const LONG_HTML = 400
/** The first version of a letter that is written in one go is kept after so many saves. */
const FIRST_AFTER_SAVES = 20

export interface VersionFacts {
  readonly now: number
  /** Of the letter as it stands. */
  readonly savedAt: number
  readonly revision: number
  readonly htmlLength: number
  /** When the newest version was saved, null where there is none. */
  readonly newestAt: number | null
  /** Whether another login saved the letter as it stands. */
  readonly isOtherLogin: boolean
  /** Characters of the HTML that replaces it. */
  readonly nextLength: number
}

/**
 * Whether a letter becomes a version before it is replaced: when it was left alone for some minutes, when another login
 * saved it, every few minutes while one writes on, and when most of its text goes at once.
 */
export function isVersionDue(facts: VersionFacts): boolean {
  const { now, savedAt, revision, htmlLength, newestAt, isOtherLogin, nextLength } = facts
  if (isOtherLogin || now - savedAt >= DRAFT_VERSION_STEP_MS) return true
  if (htmlLength >= LONG_HTML && nextLength < htmlLength / 2) return true
  return newestAt === null ? revision >= FIRST_AFTER_SAVES : savedAt - newestAt >= DRAFT_VERSION_STEP_MS
}

/** The draft as it stands before it is replaced. */
interface StandingDraft {
  readonly mailId: number
  readonly revision: number
  readonly saved_at: number
  readonly saved_session: string | null
  readonly html_length: number
}

/**
 * Keeps a draft as a version before it is replaced, where one is due, and deletes those that are too old or too many.
 * Answers the bytes of all that are left: the size of the draft's mail counts them.
 * @param next what replaces it; `always` where a version is kept in any case
 */
export async function keepVersion(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  writer: Pick<DraftWriter, 'accountId'> & Partial<DraftWriter>,
  standing: StandingDraft,
  next: { readonly html: string; readonly always: boolean },
): Promise<number> {
  const versions = await trx
    .selectFrom('draft_version')
    .select(['id', 'at', 'size'])
    .where('mail_id', '=', standing.mailId)
    .orderBy('id', 'desc')
    .execute()
  const isDue =
    next.always ||
    isVersionDue({
      now: now(),
      savedAt: standing.saved_at,
      revision: standing.revision,
      htmlLength: standing.html_length,
      newestAt: versions[0]?.at ?? null,
      isOtherLogin: standing.saved_session !== null && standing.saved_session !== writer.sessionId,
      nextLength: next.html.length,
    })
  const kept = isDue ? await writeVersion(trx, writer.accountId, standing.mailId, versions[0]?.id ?? null) : null
  return trimVersions(trx, now(), kept ? [kept, ...versions] : versions)
}

interface VersionRow {
  readonly id: number
  readonly at: number
  readonly size: number
}

/** Writes the version; null where the newest one has the same content. */
async function writeVersion(
  trx: Trx,
  accountId: number,
  mailId: number,
  newestId: number | null,
): Promise<VersionRow | null> {
  const {
    saved_session,
    saved_person,
    mail_id: _,
    account_id: __,
    revision: ___,
    ...letter
  } = await trx.selectFrom('draft').selectAll().where('mail_id', '=', mailId).executeTakeFirstOrThrow()
  if (newestId !== null && (await saysTheSame(trx, newestId, letter))) return null
  const session = await trx
    .selectFrom('session')
    .select('user_agent')
    .where('id', '=', saved_session ?? '')
    .executeTakeFirst()
  const fileIds: string[] = JSON.parse(letter.file_ids)
  const found = await findOwnedFiles(trx, accountId, [...fileIds, ...pictureIds(letter.html)])
  const files = found
    .filter(({ id }) => fileIds.includes(id))
    .map(({ id, name, size }): VersionFile => ({ id, name, size }))
  const isHeld = ({ source, size }: (typeof found)[number]) => source !== 'mail' && size <= DRAFT_VERSION_FILE_MAX
  const text = JSON.stringify(letter)
  const size = Buffer.byteLength(text)
  const { id } = await trx
    .insertInto('draft_version')
    .values({
      mail_id: mailId,
      account_id: accountId,
      at: letter.saved_at,
      agent: session?.user_agent ?? '',
      person_id: saved_person,
      letter: text,
      files: JSON.stringify(files),
      held: JSON.stringify(found.filter(isHeld).map((file) => file.id)),
      size,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, at: letter.saved_at, size }
}

async function saysTheSame(trx: Trx, versionId: number, letter: LetterColumns): Promise<boolean> {
  const { letter: newest } = await trx
    .selectFrom('draft_version')
    .select('letter')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  const before: LetterColumns = JSON.parse(newest)
  return JSON.stringify({ ...before, saved_at: 0 }) === JSON.stringify({ ...letter, saved_at: 0 })
}

/** Deletes what is too old or too much of a draft's versions, which come with the newest first. Answers the bytes of the others. */
async function trimVersions(trx: Trx, now: number, versions: readonly VersionRow[]): Promise<number> {
  let bytes = 0
  const gone: number[] = []
  for (const [place, { id, at, size }] of versions.entries()) {
    const isKept =
      at > now - DRAFT_VERSION_KEPT_MS &&
      place < DRAFT_VERSIONS_MAX &&
      (place === 0 || bytes + size <= DRAFT_VERSIONS_SIZE_MAX)
    if (isKept) bytes += size
    else gone.push(id)
  }
  if (gone.length > 0) await trx.deleteFrom('draft_version').where('id', 'in', gone).execute()
  return bytes
}

/** Deletes all versions of a draft. */
export async function dropVersions(trx: Trx, mailId: number): Promise<void> {
  await trx.deleteFrom('draft_version').where('mail_id', '=', mailId).execute()
}
