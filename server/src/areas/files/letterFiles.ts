import { mayFilesBeSaved } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { fileOfOpenLetter, LetterRestrictedError, openMailbox } from '../../store/mailbox/index.ts'
import { isFileId } from './ownedFiles.ts'

/**
 * A file of a restricted letter that the login has open; null where it is none. Pictures of the text are shown with it. Other
 * files are neither shown nor saved where the letter has a reading password (§6), and not saved where it is secret or deleted
 * after reading. Throws `LetterRestrictedError`, and `FolderClosedError` where the folder was closed meanwhile.
 */
export async function fileOfLetter(context: Context, actor: SessionActor, id: string, way: 'show' | 'download') {
  if (!isFileId(id)) return null
  const row = await fileOfOpenLetter(context, actor, id)
  if (!row) return null
  await openMailbox(context, actor).message(row.mail_id)
  const hasPassword = row.password_hash !== null
  const isAllowed =
    way === 'download'
      ? mayFilesBeSaved({ hasPassword, burn: row.burn === 1, secret: row.secret === 1 })
      : !hasPassword || row.content_id !== null
  if (!isAllowed) throw new LetterRestrictedError()
  return {
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    hash: row.blob_hash,
    contentId: row.content_id,
  }
}
