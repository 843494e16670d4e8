import type { ReceivedFile, UploadRequest, UploadRequestState } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import type { UploadRequestTable } from '../../store/database/uploadRequests.schema.ts'
import { lockMailboxes } from '../../store/mailbox/index.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { DocumentTooManyError, makeFolder, nameFromElsewhere } from '../documents/index.ts'

const DAY_MS = 24 * 60 * 60_000
/** Links of one person, those that are over included. */
const REQUESTS_MAX = 2_000
/** Links that a list has. */
const SHOWN = 200
const FILES_SHOWN = 200

export type RequestRow = Selectable<UploadRequestTable>

/** What a link is now. One that its owner has ended is that, whatever else it is. */
export function stateOf(row: RequestRow, now: number): UploadRequestState {
  if (row.ended_at !== null) return 'ended'
  if (row.expires_at <= now) return 'expired'
  return row.files >= row.files_max || row.bytes >= row.size_max ? 'full' : 'normal'
}

const asRequest = (row: RequestRow, now: number): UploadRequest => ({
  requestId: row.id,
  token: row.token,
  code: row.code,
  title: row.title,
  state: stateOf(row, now),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  filesMax: row.files_max,
  sizeMax: row.size_max,
  files: row.files,
  bytes: row.bytes,
})

interface Asked extends Pick<UploadRequest, 'title' | 'code' | 'filesMax' | 'sizeMax'> {
  readonly days: number
  readonly notice: boolean
}

/** Makes a link. What comes by it lies in a folder of its name, which is there already or is made. */
export async function createRequest(
  context: Context,
  accountId: number,
  { title, code, days, filesMax, sizeMax, notice }: Asked,
): Promise<UploadRequest> {
  const now = context.now()
  const folderId = await makeFolder(context, accountId, { parentId: 0, name: nameFromElsewhere(title), existing: true })
  const row = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, context.store.engine, [accountId])
      await requireFew(trx, accountId)
      return trx
        .insertInto('upload_request')
        .values({
          ...{ account_id: accountId, token: randomToken(), code, title, folder_id: folderId },
          ...{ created_at: now, expires_at: now + days * DAY_MS, files_max: filesMax, size_max: sizeMax },
          ...{ files: 0, bytes: 0, ended_at: null, noticed_id: notice ? 0 : null },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    { grows: true },
  )
  return asRequest(row, now)
}

/** Throws `DocumentTooManyError`. */
async function requireFew(trx: Trx, accountId: number): Promise<void> {
  const last = await trx
    .selectFrom('upload_request')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .offset(REQUESTS_MAX - 1)
    .limit(1)
    .executeTakeFirst()
  if (last) throw new DocumentTooManyError(REQUESTS_MAX)
}

/** The links of an account, the newest first. */
export async function listRequests({ store, now }: Context, accountId: number): Promise<UploadRequest[]> {
  const rows = await store.db
    .selectFrom('upload_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => asRequest(row, now()))
}

/** What came by a link of the account, the newest first. Throws `NotFoundError`. */
export async function listReceived(context: Context, accountId: number, requestId: number): Promise<ReceivedFile[]> {
  await requireOwn(context, accountId, requestId)
  const rows = await context.store.db
    .selectFrom('upload_request_file')
    .leftJoin('document', 'document.id', 'upload_request_file.document_id')
    .select(['upload_request_file.name', 'upload_request_file.size', 'upload_request_file.sender'])
    .select(['upload_request_file.at', 'document.id as documentId', 'document.bin_root'])
    .where('upload_request_file.request_id', '=', requestId)
    .orderBy('upload_request_file.id', 'desc')
    .limit(FILES_SHOWN)
    .execute()
  return rows.map(({ documentId, bin_root, ...file }) => ({ ...file, there: documentId !== null && bin_root === null }))
}

/** Ends a link of the account. Throws `NotFoundError`. */
export async function endRequest(context: Context, accountId: number, requestId: number): Promise<void> {
  await requireOwn(context, accountId, requestId)
  await context.store.db
    .updateTable('upload_request')
    .set({ ended_at: context.now() })
    .where('id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
}

async function requireOwn({ store }: Context, accountId: number, requestId: number): Promise<void> {
  const row = await store.db
    .selectFrom('upload_request')
    .select('id')
    .where('id', '=', requestId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
}
