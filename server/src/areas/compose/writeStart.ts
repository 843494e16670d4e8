import {
  formerFieldsOf,
  type Language,
  type LetterOptions,
  type MailAddress,
  optionsIn,
  SUBJECT_MAX,
  type WriteStart,
} from '@yanshu/contracts'
import { goesSeparately } from '../../mailflow/outgoing/takeApart.ts'
import { showInlinePictures } from '../../mime/draftPictures.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { policyOfLetter, readPriority, requireUnrestricted } from '../../store/mailbox/index.ts'
import { addMailFiles, asAttachment, findOwnedFiles } from '../files/index.ts'
import { adoptDraft } from './adoptDraft.ts'
import { answerRecipients } from './answerRecipients.ts'
import { takeBackScheduled } from './cancelSend.ts'
import { contentIn } from './draftRow.ts'
import { readSourceMail, type SourceMail } from './sourceMail.ts'
import { answeringSubject, forwardedSubject } from './subjects.ts'

export interface Writer extends MailReader {
  readonly own: readonly MailAddress[]
  readonly language: Language
}

/** What an answer starts from: recipients, subject, and the mail to quote. */
export async function startAnswer(
  context: Context,
  writer: Writer,
  mailId: number,
  kind: 'reply' | 'replyAll',
): Promise<WriteStart> {
  const source = await readSourceMail(context, writer, mailId)
  const own = writer.own.map(({ address }) => address)
  return {
    ...blank(kind, source),
    ...answerRecipients(source, own, kind === 'replyAll'),
    subject: answeringSubject(source.subject, 'reply', writer.language),
    quoted: quotedOf(source),
  }
}

/** What a forwarded mail starts from: the attachments come along. */
export async function startForward(context: Context, writer: Writer, mailId: number): Promise<WriteStart> {
  const source = await readSourceMail(context, writer, mailId)
  requireUnrestricted(source, 'forward')
  return {
    ...blank('forward', source),
    subject: answeringSubject(source.subject, 'forward', writer.language),
    quoted: quotedOf(source),
    attachments: listed(source),
  }
}

/** What a letter starts from that carries mails as files, whole, with their heads and their own attachments. */
export async function startForwardAttached(
  context: Context,
  writer: Writer,
  mailIds: readonly [number, ...number[]],
): Promise<WriteStart> {
  const [first] = mailIds
  const source = await readSourceMail(context, writer, first)
  const attachments = await addMailFiles(context, writer, mailIds, context.config.maxMessageSize)
  return {
    ...blank('forward', source),
    // Of several none is the one that this letter goes on from.
    sourceMailId: attachments.length === 1 ? first : null,
    subject: forwardedSubject(source.subject, attachments.length, writer.language),
    attachments,
  }
}

/**
 * A draft as it was left, or a mail of any folder as a new one with the same words. A letter that waits for its time is taken
 * back by it, and goes on as a draft (§4).
 */
export async function startAgain(context: Context, writer: Writer, editedId: number): Promise<WriteStart> {
  const { db } = context.store
  const [drafted] = await takeBackScheduled(context, writer.accountId, [editedId])
  const mailId = drafted?.draftId ?? editedId
  const source = await readSourceMail(context, writer, mailId)
  const options: LetterOptions = {
    ...optionsIn({ priority: readPriority(source.priority), requestReceipt: source.receipt }),
    ...(await readingAgain(context, source.storedId)),
    ...((await wentSeparately(context, writer.accountId, mailId)) ? { 'mail.separately': true } : {}),
  }
  const again: WriteStart = {
    ...blank('editAgain', source),
    to: [...source.to],
    cc: [...source.cc],
    bcc: [...source.bcc],
    subject: [...source.subject].slice(0, SUBJECT_MAX).join(''),
    html: source.html === null ? textAsHtml(source.text) : showInlinePictures(source.html, inlinePictures(source)),
    attachments: listed(source),
    options,
    ...formerFieldsOf(options),
  }
  if (source.folderRole !== 'drafts') return again
  const draft =
    (await db.selectFrom('draft').selectAll().where('mail_id', '=', mailId).executeTakeFirst()) ??
    (await adoptDraft(context, writer.accountId, mailId, {
      kind: 'draft',
      sourceMailId: null,
      from: source.from.address,
      to: again.to,
      cc: again.cc,
      bcc: again.bcc,
      subject: again.subject,
      html: again.html,
      fileIds: again.attachments.map(({ fileId }) => fileId),
      options,
    }))
  if (!draft) return again
  const { fileIds, ...content } = contentIn(draft)
  return {
    ...content,
    mailId,
    revision: draft.revision,
    quoted: null,
    attachments: (await findOwnedFiles(db, writer.accountId, fileIds)).map(asAttachment),
    ...formerFieldsOf(content.options),
  }
}

/** Whether a sent letter goes to each of its recipients separately: written again, it must not show them to each other. */
async function wentSeparately({ store }: Context, accountId: number, mailId: number): Promise<boolean> {
  const sent = await store.db
    .selectFrom('outgoing')
    .select(['origin', 'writing', 'passed_steps'])
    .where('mail_id', '=', mailId)
    .where(ownedBy('account_id', accountId))
    .where('origin', 'in', ['page', 'part'])
    // The letter and one of its parts are enough.
    .limit(2)
    .execute()
  return sent.some(
    ({ origin, writing, passed_steps }) => (origin === 'part' && passed_steps === '') || goesSeparately(writing),
  )
}

/** The conditions of a letter of one's own that is written again; its password has to be entered again. */
async function readingAgain({ store }: Context, messageId: number): Promise<LetterOptions> {
  const policy = await policyOfLetter(store.db, messageId)
  if (!policy) return {}
  const { password_hash, reads, days, no_forward, burn, secret } = policy
  return {
    'mail.reading': {
      password: password_hash === null ? null : '',
      reads,
      days,
      noForward: no_forward === 1,
      burn: burn === 1,
      secret: secret === 1,
    },
  }
}

const blank = (kind: WriteStart['kind'], source: SourceMail): WriteStart => ({
  kind,
  sourceMailId: source.mailId,
  mailId: null,
  revision: null,
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  quoted: null,
  attachments: [],
  options: {},
  ...formerFieldsOf({}),
})

const quotedOf = (source: SourceMail): WriteStart['quoted'] => ({
  from: source.from,
  to: [...source.to],
  cc: [...source.cc],
  date: source.date,
  subject: source.subject,
  html: source.html === null ? null : showInlinePictures(source.html, inlinePictures(source)),
  text: source.hasText || source.html === null ? source.text : null,
})

const inlinePictures = (source: SourceMail) =>
  source.attachments.map(({ contentId, fileId }) => ({ contentId, id: fileId }))

/** What a reader sees as attachments; pictures of the text travel with the text. */
const listed = (source: SourceMail): WriteStart['attachments'] =>
  source.attachments.filter((one) => !one.inline).map(({ inline: _, ...attachment }) => attachment)

/** Lines that become a paragraph each. */
const PARAGRAPHS_MAX = 2_000

/** Plain text as the editor takes it; a very long one is one paragraph that keeps its lines. */
export function textAsHtml(text: string): string {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > PARAGRAPHS_MAX) return `<div style="white-space: pre-wrap">${spaced(lines.join('\n'))}</div>`
  return lines.map((line) => `<p>${spaced(line) || '<br>'}</p>`).join('')
}

/** Several spaces stay as many. */
const spaced = (text: string): string => escapeHtml(text).replaceAll('  ', '&nbsp; ')
