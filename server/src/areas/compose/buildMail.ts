import { Readable } from 'node:stream'
import type { MailAddress } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { mailDate } from '../../mime/mailDate.ts'
import type { BlobStore } from '../../store/blobs/blobStore.ts'

export interface BuiltFile {
  readonly name: string
  readonly contentType: string
  readonly content: { readonly blobHash: string } | { readonly bytes: Uint8Array }
}

/** A mail ready to be written as MIME. Bcc recipients are no part of it: they are in the envelope only. */
export interface MailToBuild {
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly cc: readonly MailAddress[]
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Pictures of the text by Content-ID. */
  readonly pictures: ReadonlyMap<string, BuiltFile>
  readonly attachments: readonly BuiltFile[]
  readonly messageId: string
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly at: number
  /** Whole hours from GMT, of the writer. */
  readonly timeZone: number
  readonly priority: 1 | 3 | 5
  readonly receiptTo: MailAddress | null
}

const PRIORITY_HEADERS = {
  1: { 'X-Priority': '1 (Highest)', Importance: 'High' },
  3: {},
  5: { 'X-Priority': '5 (Lowest)', Importance: 'Low' },
} as const

/** What a mail has beside its text and files. */
export type MailHead = Omit<MailToBuild, 'html' | 'text' | 'pictures' | 'attachments'>

/** What of a mail stands before its content, as every mail has it. */
const headOptions = (mail: MailHead) => ({
  from: person(mail.from),
  to: mail.to.map(person),
  cc: mail.cc.map(person),
  subject: mail.subject,
  messageId: mail.messageId,
  ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo } : {}),
  ...(mail.references.length > 0 ? { references: mail.references.join(' ') } : {}),
  date: mailDate(mail.at, mail.timeZone),
  headers: {
    ...PRIORITY_HEADERS[mail.priority],
    // Encoded here: otherwise the whole field would become one encoded word, which is no address.
    ...(mail.receiptTo
      ? { 'Disposition-Notification-To': { prepared: true, value: `<${mail.receiptTo.address}>` } }
      : {}),
  },
  textEncoding: 'B' as const,
  newline: 'win' as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The fields of a mail without those of its content, each with its line end, before a part that has its own. */
export function outerFields(head: MailHead): string {
  const node = new MailComposer({ ...headOptions(head), text: '' }).compile()
  const fields = node.buildHeaders().split(/\r?\n(?![ \t])/)
  return fields
    .filter((field) => field !== '' && !/^content-/i.test(field))
    .map((field) => `${field.replace(/\r?\n/g, '\r\n')}\r\n`)
    .join('')
}

/** Writes a mail as MIME, streamed: files are read from disk while they are encoded. */
export function buildMail(blobs: Pick<BlobStore, 'read'>, mail: MailToBuild): Readable {
  const attachments = [
    ...[...mail.pictures].map(([cid, file]) => ({
      ...part(blobs, file),
      cid,
      contentDisposition: 'inline' as const,
    })),
    ...mail.attachments.map((file) => part(blobs, file)),
  ]
  const composer = new MailComposer({
    ...headOptions(mail),
    text: mail.text,
    html: `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>${mail.html}</body></html>`,
    attachments,
    // Shorter than quoted-printable where most letters are not ASCII, and every old program reads it.
    encoding: 'base64',
  })
  return composer.compile().createReadStream()
}

function part(blobs: Pick<BlobStore, 'read'>, file: BuiltFile) {
  const { content } = file
  return {
    filename: file.name,
    contentType: file.contentType,
    content: 'bytes' in content ? Buffer.from(content.bytes) : lazily(() => blobs.read(content.blobHash)),
  }
}

/** Opens each file when it is read, so that forty attachments are not forty open files. */
function lazily(open: () => Promise<Readable>): Readable {
  return Readable.from(
    (async function* () {
      yield* await open()
    })(),
    { objectMode: false },
  )
}

const person = ({ name, address }: MailAddress) => ({ name, address })
