import { CONTACT_PROBLEMS_SHOWN } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import type { Job } from '../../store/jobs/index.ts'
import { announceContacts } from './contacts.service.ts'
import { readApart } from './contactWork.ts'
import type { RowProblem } from './format/fitContact.ts'
import { importBatch } from './importBatch.ts'
import { createImportGroups } from './importGroups.ts'

/** People of one transaction: some ten milliseconds. */
const BATCH = 25

/** Cards that come some at a time, as one import that its owner can undo. */
export interface CardImport {
  /**
   * Imports a text of vCards. Answers what is to be known of each card, by its place from 1; `isLeftOut` where nothing of it
   * was imported. Throws `ContactFileRefusedError` for a text that is none or costs too much to read, `JobClaimLostError`.
   */
  bring(bytes: Uint8Array): Promise<readonly (RowProblem & { readonly isLeftOut: boolean })[]>
  end(): Promise<void>
}

/** Begins an import of cards that a job fetches. One that a killed server leaves counts as stopped after a minute. */
export async function beginCardImport(
  context: Context,
  accountId: number,
  fileName: string,
  hold: Job['hold'],
): Promise<CardImport> {
  const now = context.now()
  const { db } = context.store
  const { id: importId } = await db
    .insertInto('contact_import')
    .values({
      ...{ account_id: accountId, file_name: fileName, created_at: now, moved_at: now, state: 'running' },
      ...{ total: 0, skipped: 0, done: 0, problems: '[]', source: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const groups = createImportGroups(accountId, now, [])
  const shown: RowProblem[] = []
  const one = { accountId, importId, groupId: null, groups, hold }
  const refused = async (): Promise<RowProblem[]> => {
    const { problems } = await db
      .selectFrom('contact_import')
      .select('problems')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
    return JSON.parse(problems)
  }
  return {
    async bring(bytes) {
      const { people, problems, total } = await readApart(context, { bytes })
      const left = total - people.length
      await db
        .updateTable('contact_import')
        .set((eb) => ({
          ...{ total: eb('total', '+', total), done: eb('done', '+', left), skipped: eb('skipped', '+', left) },
          problems: '[]',
        }))
        .where('id', '=', importId)
        .execute()
      for (let at = 0; at < people.length; at += BATCH) await importBatch(context, one, people.slice(at, at + BATCH))
      const rows = new Set(people.map(({ row }) => row))
      const later = await refused()
      shown.push(...problems, ...later)
      return [
        ...problems.map((problem) => ({
          ...problem,
          isLeftOut: !rows.has(problem.row) && problem.reason !== 'combined',
        })),
        ...later.map((problem) => ({
          ...problem,
          isLeftOut: problem.reason === 'refused' || problem.reason === 'too-many',
        })),
      ]
    },
    async end() {
      await transact(context, async (trx) => {
        await hold(trx)
        await trx
          .updateTable('contact_import')
          .set({
            state: 'done',
            groups_made: JSON.stringify(groups.made),
            problems: JSON.stringify(shown.slice(0, CONTACT_PROBLEMS_SHOWN)),
          })
          .where('id', '=', importId)
          .execute()
      })
      announceContacts(context, accountId)
    },
  }
}
