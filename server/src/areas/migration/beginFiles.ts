import { Code } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { CallError } from '../../platform/http/errors.ts'
import { holdBlobs } from '../../store/blobs/blobOwners.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue } from '../../store/jobs/index.ts'
import { ownFolder } from '../../store/mailbox/index.ts'
import { FileNotFoundError, findOwnedFiles, type OwnedFile, removeUploads } from '../files/index.ts'
import { jobOf } from './migrationJob.ts'
import { insertMigration, requireNoOther } from './migrations.service.ts'

/** A file that is none of mail: that of Outlook, which has properties of mails and not their source. */
class FileIsNoMailError extends CallError {
  constructor() {
    super(Code.fileIsNoMail)
  }
}

/** How a file of Outlook begins (.pst, .ost). */
const OUTLOOK = Buffer.from('!BDN')
const NAMES_MAX = 250

/**
 * Begins to bring the mail of uploaded files into a folder. The files belong to the migration from then on. Throws
 * `FileNotFoundError` for what is no upload of the account, `FileIsNoMailError`, `FolderNotFoundError`, `MigrationRunningError`.
 */
export async function beginFiles(
  context: Context,
  { accountId }: SessionActor,
  { fileIds, mailboxId }: { readonly fileIds: readonly string[]; readonly mailboxId: number },
): Promise<{ id: number }> {
  const { db, engine } = context.store
  await ownFolder(db, accountId, mailboxId)
  const wanted = [...new Set(fileIds)]
  const files = (await findOwnedFiles(db, accountId, wanted)).filter(({ source }) => source === 'upload')
  if (files.length !== wanted.length) throw new FileNotFoundError()
  for (const file of files) await requireMail(context, file)
  return transact(
    context,
    async (trx) => {
      await requireNoOther(trx, context, accountId)
      const id = await insertMigration(trx, context, {
        ...{ account_id: accountId, host: '', port: 0, security: 'tls', login: 'password', certificate: '' },
        ...{ user_name: namesOf(files), since: null, before_at: null, dry: 0, contacts: 0, calendars: 0, dav: '' },
        ...{ origin: 'person', kind: 'files', folder_id: mailboxId },
      })
      for (const { name, blobHash, size } of files) {
        const row = { migration_id: id, name, blob_hash: blobHash, size }
        const file = await trx.insertInto('migration_file').values(row).returning('id').executeTakeFirstOrThrow()
        const holder = { owner: 'migration_file' as const, ownerId: file.id }
        await holdBlobs(trx, { engine, now: context.now() }, holder, [{ hash: blobHash, size }])
      }
      // What they take up of the room of the mailbox is free for their mails.
      await removeUploads(trx, accountId, wanted)
      await enqueue(trx, context, jobOf('person'), [{ key: `${id}` }])
      return { id }
    },
    { grows: true },
  )
}

async function requireMail({ blobs }: Pick<Context, 'blobs'>, { blobHash, size }: OwnedFile): Promise<void> {
  const chunks: Uint8Array[] = []
  const range = { start: 0, end: Math.min(OUTLOOK.length, size) - 1 }
  for await (const chunk of await blobs.read(blobHash, { range, size })) chunks.push(chunk)
  if (Buffer.concat(chunks).equals(OUTLOOK)) throw new FileIsNoMailError()
}

function namesOf(files: readonly OwnedFile[]): string {
  const names = files.map(({ name }) => name).join(', ')
  return names.length <= NAMES_MAX ? names : `${names.slice(0, NAMES_MAX)}…`
}
