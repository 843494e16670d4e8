import { Readable } from 'node:stream'
import type { Language } from '@yanshu/contracts'
import { makeZip } from 'client-zip'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import { ArchivePaths, safePath } from '../../store/archive/archivePaths.ts'
import type { Context } from '../../store/context/context.ts'
import { type ChosenMail, LetterRestrictedError, openMailbox } from '../../store/mailbox/index.ts'
import { exportedContent } from './exportedContent.ts'
import { type LeftOut, leftOutMail, leftOutName, leftOutText } from './leftOut.ts'
import { beginningOf, quoted } from './mbox.ts'

/** Rows that are read by one statement. */
const ROWS_AT_ONCE = 500
/** Characters of a subject that name a file. */
const NAME_MAX = 80

export interface ExportAsked {
  readonly mailIds: readonly number[]
  readonly form: 'zip' | 'mbox'
}

export interface ExportedMails {
  /** How many mails are in it, but for those whose file turns out to be lost. */
  readonly mails: number
  /** How many were named and are left out because of their restrictions. */
  readonly leftOut: number
  /** Bytes of the mails; the file has about as many, or fewer. */
  readonly bytes: number
  readonly content: Readable
}

/**
 * Mails by their ids as one file, the oldest first, read from disk while it is sent. Letters with restrictions are left out,
 * and so is a mail whose file is lost; the file has a list of them at its end. Throws `FolderClosedError`,
 * `MailNotFoundError` when there is none of them, and `LetterRestrictedError` when all are restricted.
 */
export async function exportMails(
  context: Context,
  caller: SessionActor,
  { mailIds, form }: ExportAsked,
  language: Language,
): Promise<ExportedMails> {
  const named = [...new Set(mailIds)]
  const found: ChosenMail[] = []
  for (let at = 0; at < named.length; at += ROWS_AT_ONCE) {
    found.push(...(await openMailbox(context, caller).chosenToExport(named.slice(at, at + ROWS_AT_ONCE))))
  }
  if (found.length === 0) throw new MailNotFoundError()
  const mails = found.filter(({ restrictions }) => restrictions.download).sort((a, b) => a.sort_key - b.sort_key)
  if (mails.length === 0) throw new LetterRestrictedError()
  const leftOut: LeftOut[] = found
    .filter(({ restrictions }) => !restrictions.download)
    .map(({ subject, received_at }) => ({ subject, at: received_at, why: 'restricted' }))
  const work = { context, caller, mails, leftOut: [...leftOut], language }
  return {
    mails: mails.length,
    leftOut: leftOut.length,
    bytes: mails.reduce((sum, { size }) => sum + size, 0),
    content: form === 'zip' ? zipOf(work) : Readable.from(mboxPieces(work), { objectMode: false }),
  }
}

interface Work {
  readonly context: Context
  readonly caller: SessionActor
  readonly mails: readonly ChosenMail[]
  /** Gets those whose file is lost as they are come to. */
  readonly leftOut: LeftOut[]
  readonly language: Language
}

/** The content of a mail; null, noted in the list, where its file is lost. */
async function openContent({ context, caller, leftOut }: Work, mail: ChosenMail) {
  try {
    return await exportedContent(context, caller, mail)
  } catch (error) {
    context.log.warn({ err: error, mailId: mail.id }, 'a mail is left out of an export')
    leftOut.push({ subject: mail.subject, at: mail.received_at, why: 'lost' })
    return null
  }
}

async function* mboxPieces(work: Work): AsyncGenerator<Uint8Array> {
  for (const mail of work.mails) {
    const content = await openContent(work, mail)
    if (!content) continue
    yield beginningOf(mail)
    yield* quoted(content)
  }
  if (work.leftOut.length === 0) return
  const now = work.context.now()
  yield beginningOf({ from_address: '', received_at: now, seen: 0, color: 0 })
  yield* quoted(Readable.from([leftOutMail(work.leftOut, work.language, now)]))
}

function zipOf(work: Work): Readable {
  const paths = new ArchivePaths()
  // One mail after the other, so that one file is open at a time however many there are.
  async function* entries() {
    for (const mail of work.mails) {
      const input = await openContent(work, mail)
      if (input)
        yield { name: paths.take(safePath(`${fileName(mail)}.eml`)), lastModified: new Date(mail.received_at), input }
    }
    if (work.leftOut.length === 0) return
    const name = paths.take(safePath(`${leftOutName(work.language)}.txt`))
    yield { name, lastModified: new Date(work.context.now()), input: leftOutText(work.leftOut, work.language) }
  }
  // The web's own type of a stream and Node's are the same object under two names.
  const zip = makeZip(entries()) as Parameters<typeof Readable.fromWeb>[0]
  return Readable.fromWeb(zip, { objectMode: false })
}

/** A slash in a subject makes no folder. */
const fileName = ({ subject, id }: ChosenMail): string =>
  [...subject.replaceAll('/', '_').trim()].slice(0, NAME_MAX).join('') || `mail-${id}`
