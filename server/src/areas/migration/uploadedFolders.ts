import { MIGRATION_FOLDERS_MAX } from '@yanshu/contracts'
import { systemRoleOf } from '../../mailflow/import/maildirNames.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { ownFolder } from '../../store/mailbox/index.ts'
import { type Dealt, dealtWith, type FolderRow, insertFolders, type MigrationRow, setFolder } from './migrationRows.ts'
import { type Target, targetFolder } from './targetFolder.ts'

/** A folder of an uploaded file: what of it was dealt with, and how many of its mails have been read in this run. */
export interface UploadedFolder {
  readonly row: FolderRow
  readonly folderId: number
  readonly dealt: ReadonlyMap<number, Dealt>
  read: number
}

/** Characters of the names of a folder together: an index of PostgreSQL takes no long ones. */
const TRAIL_MAX = 500

interface FileOf {
  readonly id: number
  readonly name: string
  readonly blob_hash: string
}

/** The folders of one uploaded file, each with its row of the migration and its folder here, made where they are missing. */
export class UploadedFolders {
  readonly #context: Context
  readonly #migration: MigrationRow
  readonly #file: FileOf
  readonly #known = new Map<string, UploadedFolder>()

  constructor(context: Context, migration: MigrationRow, file: FileOf) {
    this.#context = context
    this.#migration = migration
    this.#file = file
  }

  all(): Iterable<UploadedFolder> {
    return this.#known.values()
  }

  /** Names the numbers of its mails: the same in every run, as the bytes of the file are the same. */
  get uidValidity(): string {
    return this.#file.blob_hash.slice(0, 32)
  }

  /**
   * The folder for the names of a folder in the file. What is in more folders than there may be, or in one whose names are too
   * long, goes into the folder of the file.
   * Throws `FolderNotFoundError` where the chosen folder was deleted meanwhile.
   */
  async of(asked: readonly string[]): Promise<UploadedFolder> {
    const fits = this.#known.size < MIGRATION_FOLDERS_MAX && asked.join('/').length <= TRAIL_MAX
    const trail = fits ? asked : []
    const key = trail.join('/')
    const known = this.#known.get(key)
    if (known) return known
    const row = await this.#rowOf(trail)
    const { folderId, made } = await this.#targetOf(trail)
    const { db } = this.#context.store
    const { name } = await ownFolder(db, this.#migration.account_id, folderId)
    await setFolder(this.#context, row.id, {
      ...{ state: 'running', folder_id: folderId, folder_name: name },
      made: JSON.stringify([...(JSON.parse(row.made) as unknown[]), ...made]),
    })
    const { own } = await dealtWith(this.#context, this.#migration, row.path, this.uidValidity)
    const folder = { row: { ...row, folder_id: folderId }, folderId, dealt: own, read: 0 }
    this.#known.set(key, folder)
    return folder
  }

  /** Below a folder of the person the folders of the file lie in it; a system folder has none in it. */
  async #targetOf(trail: readonly string[]): Promise<Pick<Target, 'folderId' | 'made'>> {
    const { account_id: accountId, folder_id } = this.#migration
    const chosen = await ownFolder(this.#context.store.db, accountId, folder_id ?? 0)
    if (trail.length === 0) return { folderId: chosen.id, made: [] }
    const [only = ''] = trail
    const role = chosen.role === 'inbox' && trail.length === 1 ? systemRoleOf(only) : null
    const names = chosen.role === 'custom' ? [...chosen.name.split('/'), ...trail] : [...trail]
    return targetFolder(this.#context, accountId, { role, names })
  }

  async #rowOf(trail: readonly string[]): Promise<FolderRow> {
    const path = `${this.#file.id}/${trail.join('/')}`
    const { db } = this.#context.store
    const rows = () => db.selectFrom('migration_folder').where('migration_id', '=', this.#migration.id)
    const select = () => rows().selectAll().where('path', '=', path)
    const known = await select().executeTakeFirst()
    if (known) return known
    const { count } = await rows()
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    await transact(this.#context, async (trx) => {
      const source = { path, names: [this.#file.name, ...trail], role: null, mails: 0, bytes: null }
      await insertFolders(trx, this.#migration.id, [source], Number(count))
    })
    return select().executeTakeFirstOrThrow()
  }
}
