import { Code, type Language, PAPERS_MAX, type Paper, type PaperDesign } from '@yanshu/contracts'
import { paperDesign } from '@yanshu/contracts/schemas'
import type { Kysely } from 'kysely'
import { CallError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { systemPapers } from './systemPapers.ts'

/** There are as many papers as one owner may have. */
class TooManyPapersError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}

interface NewPaper {
  readonly name: string
  readonly design: PaperDesign
}

/** Papers of one owner, by name; of the organisation for null. One whose drawing is no longer known is passed over. */
async function storedPapers(db: Kysely<Schema>, accountId: number | null): Promise<Paper[]> {
  const rows = await db
    .selectFrom('paper')
    .select(['id', 'name', 'design'])
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, name, design }) => {
    const fits = paperDesign.safeParse(JSON.parse(design))
    return fits.success ? [{ key: `${accountId === null ? 'shared' : 'own'}-${id}`, name, design: fits.data }] : []
  })
}

/** Every paper that an account may write on. */
export const listPapers = async (
  { store: { db } }: Pick<Context, 'store'>,
  accountId: number,
  language: Language,
): Promise<Paper[]> => [
  ...systemPapers(language),
  ...(await storedPapers(db, null)),
  ...(await storedPapers(db, accountId)),
]

/** The paper that new letters of an account begin on; null for none, and for one that is gone. */
export async function usualPaper(context: Pick<Context, 'store'>, accountId: number): Promise<PaperDesign | null> {
  const { letterPaper, language } = await readSettings(context, accountId)
  if (letterPaper === '') return null
  return (await listPapers(context, accountId, language)).find(({ key }) => key === letterPaper)?.design ?? null
}

/** The papers that an operator has given the organisation. */
export const listSharedPapers = ({ store }: Pick<Context, 'store'>): Promise<Paper[]> => storedPapers(store.db, null)

/** Throws `TooManyPapersError`. */
async function insertPaper(trx: Trx, accountId: number | null, { name, design }: NewPaper): Promise<Paper> {
  if ((await storedPapers(trx, accountId)).length >= PAPERS_MAX) throw new TooManyPapersError()
  const { id } = await trx
    .insertInto('paper')
    .values({ account_id: accountId, name, design: JSON.stringify(design) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { key: `${accountId === null ? 'shared' : 'own'}-${id}`, name, design }
}

/** Keeps an account's own paper. Throws `TooManyPapersError`. */
export async function addPaper(context: Context, accountId: number, paper: NewPaper): Promise<Paper> {
  const added = await transact(context, async (trx) => {
    await countAlone(trx, context.store, accountId)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    return insertPaper(trx, accountId, paper)
  })
  announceChanges(context, [accountId])
  return added
}

/** Deletes an own paper; letters that are on it stay as they are. Throws `NotFoundError`. */
export async function deletePaper(context: Context, accountId: number, paperId: number): Promise<void> {
  await transact(context, async (trx) => {
    const gone = await trx
      .deleteFrom('paper')
      .where('id', '=', paperId)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new NotFoundError()
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
  announceChanges(context, [accountId])
}

/** Gives all accounts a paper. Throws `TooManyPapersError`. */
export const addSharedPaper = (context: Context, paper: NewPaper): Promise<Paper> =>
  transact(context, (trx) => insertPaper(trx, null, paper))

/** Takes a paper of the organisation away. Throws `NotFoundError`. */
export async function removeSharedPaper({ store }: Context, paperId: number): Promise<void> {
  const gone = await store.db
    .deleteFrom('paper')
    .where('id', '=', paperId)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFoundError()
}
