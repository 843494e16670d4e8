import { MailNotFoundError } from '../../platform/http/errors.ts'
import { BlobMissingError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { MailToExport } from '../../store/mailbox/index.ts'
import { exportedContent } from '../exports/index.ts'
import { flagsOf } from './marks.ts'
import type { FolderRow, MigrationRow } from './migrationRows.ts'
import { isRefusal, refusalOf } from './otherFolder.ts'
import { marksOf, type OpenedThere, readerOf, type Sending } from './sending.ts'
import type { Sent } from './sentRows.ts'
import { MigrationFullThereError } from './server/errors.ts'
import { failureOf } from './server/openServer.ts'
import { withCrlf } from './withCrlf.ts'

const DETAIL_MAX = 300
/** Codes by which a server refuses a mail for its size (RFC 7889, RFC 5530). */
const TOO_LARGE = /^(?:APPENDLIMIT|TOOBIG)$/i
/** A refusal may pass. */
const TRIES_MAX = 2

/**
 * Copies one mail, with its date and marks, or finds it there. One that cannot be copied is answered with its reason. Throws
 * what `failureOf` answers, and `MigrationFullThereError`.
 */
export async function sendMail(
  sending: Sending,
  folder: FolderRow,
  there: OpenedThere,
  mail: MailToExport,
): Promise<Sent> {
  const { context, migration } = sending
  const marks = marksOf(mail)
  const noted = (reason: string, detail = '', size = 0): Sent => ({
    ...{ mail_id: mail.id, outcome: 'noted', uid_validity: there.uidValidity, uid: null, marks },
    ...{ reason, detail: detail.replace(/\p{Cc}/gu, ' ').slice(0, DETAIL_MAX), size, labels: '{}' },
  })
  // Its sender has forbidden that it leaves the mailbox.
  if (!mail.restrictions.download) return noted('restricted')
  const source = await sourceOf(context, migration, mail)
  if (source === null) return noted('lost')
  const size = source.length
  if (size === 0) return noted('empty')
  const done = (outcome: 'sent' | 'known', uid: number | null): Sent => ({
    ...{ mail_id: mail.id, outcome, uid_validity: there.uidValidity, uid, marks, reason: '', detail: '', size },
    labels: '{}',
  })
  const known = await there.index.claim(source)
  if (known !== null) return done('known', known)
  const flags = [...flagsOf(marks), ...(folder.role === 'drafts' ? ['\\Draft'] : [])]
  const appended = await append(sending, there, { source, flags, at: mail.received_at })
  return 'reason' in appended ? noted(appended.reason, appended.detail, size) : done('sent', appended.uid)
}

/** Null where its file is gone. */
async function sourceOf(context: Context, migration: MigrationRow, mail: MailToExport): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of await exportedContent(context, readerOf(migration), mail)) chunks.push(chunk)
    return withCrlf(Buffer.concat(chunks))
  } catch (error) {
    // Its file is gone or damaged, or it was deleted a moment ago.
    if (error instanceof BlobMissingError || error instanceof MailNotFoundError) return null
    throw error
  }
}

interface Appending {
  readonly source: Buffer
  readonly flags: string[]
  readonly at: number
}

async function append(
  { connection }: Sending,
  { path, uidValidity }: OpenedThere,
  { source, flags, at }: Appending,
): Promise<{ uid: number | null } | { reason: 'tooLarge' | 'refused'; detail: string }> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await connection.client.append(path, source, flags, new Date(at))
      if (!answer) throw new Error('the connection has ended')
      const isSame = answer.uidValidity === undefined || `${answer.uidValidity}` === uidValidity
      return { uid: isSame ? (answer.uid ?? null) : null }
    } catch (error) {
      const { serverResponseCode: code = '' } = error as { serverResponseCode?: string }
      if (/^OVERQUOTA$/i.test(code)) throw new MigrationFullThereError()
      if (TOO_LARGE.test(code)) return { reason: 'tooLarge', detail: refusalOf(error) }
      if (!isRefusal(error)) throw failureOf(error)
      if (tries >= TRIES_MAX) return { reason: 'refused', detail: refusalOf(error) }
    }
  }
}
