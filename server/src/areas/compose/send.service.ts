import { randomUUID } from 'node:crypto'
import {
  ATTACHMENTS_MAX,
  attachmentProblem,
  type LetterContent,
  type MailAddress,
  optionOf,
  SEND_AHEAD_MAX_MS,
  type Sent,
} from '@yanshu/contracts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { PictureSource } from '../../mime/outgoingHtml.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { ForbiddenError, MailNotFoundError } from '../../platform/http/errors.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import {
  announceChanges,
  draftInFolder,
  lockMailboxes,
  refuseMailOfOther,
  removeMails,
} from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { announceContacts, keepRecipients } from '../contacts/index.ts'
import { findOwnedFiles, linkedAbove, linksHtml, type OwnedFile, partLinked, writeLinks } from '../files/index.ts'
import { newPolicyOf } from '../restricted-letters/index.ts'
import { letterLanguageOf } from '../signatures/index.ts'
import { fileAndQueue, findSent, refusedRecipients, type SendParts } from './acceptMail.ts'
import { type BuiltFile, buildMail } from './buildMail.ts'
import {
  AttachmentMissingError,
  AttachmentRefusedError,
  BodyTooComplexError,
  LinkRestrictedError,
  MessageTooLargeError,
  RecipientsRefusedError,
  SendTimeRefusedError,
} from './composeErrors.ts'
import { writingOf } from './draftRow.ts'
import { followUpLetter } from './followUpOption.ts'
import { endOfLinks } from './letterLinkRule.ts'
import { letterToSend, type Sending } from './letterToSend.ts'
import { sendersOf } from './senders.ts'
import { requireRoomForAll, requireSeparable } from './separateLetter.ts'
import { readSourceMail } from './sourceMail.ts'

const REFERENCES_MAX = 30
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * Accepts a mail for sending: it lies in the sent folder and in the queue when this resolves, and leaves after
 * the time that the sender has chosen (`undoSeconds`) unless it is taken back. The same `requestId` sends once and gets the same answer.
 * @param site the address of the site that it is written on, for the links of large files
 */
export async function sendMail(parts: SendParts, accountId: number, mail: Sending, site = ''): Promise<Sent> {
  const { context, dispatcher } = parts
  const { db } = context.store
  const before = await findSent(db, accountId, mail.requestId)
  if (before) return before

  const senders = await sendersOf(db, accountId)
  const from = mail.from === '' ? senders[0] : senders.find(({ address }) => address === mail.from.toLowerCase())
  if (!from) throw new ForbiddenError()
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc]
  if (recipients.length === 0) throw new RecipientsRefusedError([])
  const refused = await refusedRecipients(
    parts,
    accountId,
    recipients.map(({ address }) => address),
  )
  if (refused.length > 0) throw new RecipientsRefusedError(refused)
  await refuseMailOfOther(db, accountId, mail.sourceMailId)
  const content = await letterToSend(db, accountId, mail)
  const sendAt = optionOf(content.options, 'mail.sendAt')
  if (sendAt !== null) requireSendTime(sendAt, context.now())
  const isSeparate = optionOf(content.options, 'mail.separately')
  if (isSeparate) requireSeparable(content)
  const policy = await newPolicyOf(context, accountId, content.options)
  if (policy) await refuseOutside(db, recipients)
  const files = await readFiles(context, accountId, mail)
  const { attached, links } = partLinked(files, await linkedAbove(context, accountId))
  // Who opens a link enters no password and is not counted, whatever the letter asks for.
  if (policy && links.length > 0) throw new LinkRestrictedError(links.map(({ name }) => name))
  const { saveContact, undoSeconds, timeZone } = await readSettings(context, accountId)
  const linksFrom = sendAt ?? context.now()
  const endsAt = await endOfLinks(context, { recipients, links, from: linksFrom })
  const block = { site, language: await letterLanguageOf(context, accountId), endsAt }
  const html = `${content.html}${linksHtml(links, block)}`
  const message = await compose(parts, accountId, { ...content, html }, { from, files: attached, timeZone })
  if (isSeparate) requireRoomForAll(message.columns.size, recipients.length)

  let kept = false
  const accept = async (trx: Trx) => {
    await lockMailboxes(trx, context.store.engine, [accountId])
    const earlier = await findSent(trx, accountId, mail.requestId)
    if (earlier) return earlier
    if (mail.mailId !== null) await takeDraft(trx, context, accountId, mail.mailId)
    kept = saveContact && (await keepRecipients(trx, context, accountId, recipients))
    const now = context.now()
    const sent = await fileAndQueue(trx, context, accountId, {
      origin: 'page',
      requestId: mail.requestId,
      envelopeFrom: from.address,
      recipients,
      bcc: mail.bcc,
      message,
      writing: writingOf(content, now, mail.mailId),
      holdMs: undoSeconds * 1_000,
      sendAt,
      policy,
    })
    const letter = { accountId, sendId: sent.sendId, recipients: recipients.length, from: linksFrom, endsAt, links }
    await writeLinks(trx, context, letter)
    await followUpLetter(trx, context, content, sent)
    return sent
  }
  const done = await transact(context, accept, { grows: true })
  if (kept) announceContacts(context, accountId)
  // What leaves later is judged then.
  dispatcher.expect(Math.min(done.releaseAt, context.now() + undoSeconds * 1_000))
  announceChanges(context, [accountId])
  return done
}

const OUTSIDE = {
  zh: '在组织外，不能收限制阅读的邮件',
  en: 'is outside the organisation, where conditions of reading do not hold',
}

/** Conditions hold where a letter is opened here alone. */
async function refuseOutside(db: Context['store']['db'], recipients: readonly MailAddress[]): Promise<void> {
  const addresses = recipients.map(({ address }) => address)
  const destinations = await findDestinations(db, addresses)
  const outside = [...destinations].flatMap(([address, { kind }]) => (kind === 'elsewhere' ? [address] : []))
  if (outside.length > 0) throw new RecipientsRefusedError(outside.map((address) => ({ address, why: OUTSIDE })))
}

/** The time is required to be after now (§5, Compose), and within a year. */
function requireSendTime(sendAt: number, now: number): void {
  if (sendAt <= now || sendAt > now + SEND_AHEAD_MAX_MS) throw new SendTimeRefusedError()
}

/** The attachments, in order, all of them there and allowed (§5, Compose). */
async function readFiles({ store, config }: Context, accountId: number, mail: Sending): Promise<OwnedFile[]> {
  const files = await findOwnedFiles(store.db, accountId, mail.fileIds)
  if (files.length < new Set(mail.fileIds).size) throw new AttachmentMissingError()
  const chosen: OwnedFile[] = []
  for (const file of files) {
    // Attachments of the source mail may have the same name twice or be empty; forbidden types are refused all the same.
    const fresh = file.source !== 'mail'
    const problem = attachmentProblem(
      fresh ? file : { name: file.name, size: Math.max(file.size, 1) },
      fresh ? chosen : chosen.map(() => ({ name: '' })),
      config.controlFileTypes,
    )
    if (problem) throw new AttachmentRefusedError(file.name, problem)
    chosen.push(file)
  }
  if (chosen.length > ATTACHMENTS_MAX) throw new AttachmentRefusedError('', 'too-many')
  return chosen
}

async function compose(
  { context, preparer }: SendParts,
  accountId: number,
  mail: LetterContent,
  { from, files, timeZone }: { from: MailAddress; files: readonly OwnedFile[]; timeZone: number },
): Promise<PreparedMessage> {
  const { config, store, blobs } = context
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const newId = () => `${randomUUID()}@${domain}`
  const written = await makeReady(context, mail.html, domain)
  const pictures = await readPictures(store.db, accountId, written.pictures)
  await requireContent(context, [...files, ...[...pictures.values()].flatMap(({ owned }) => owned ?? [])])
  const sizes = [...files, ...pictures.values()].reduce((sum, file) => sum + file.size, 0)
  if (sizes > config.maxMessageSize) throw new MessageTooLargeError(config.maxMessageSize)
  const source = await readThread(context, accountId, mail)

  const raw = buildMail(blobs, {
    from,
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject.trim(),
    html: written.html,
    text: written.text,
    pictures: new Map([...pictures].map(([cid, { file }]) => [cid, file])),
    attachments: files.map(({ name, contentType, blobHash }) => ({ name, contentType, content: { blobHash } })),
    messageId: `<${newId()}>`,
    inReplyTo: source.inReplyTo,
    references: source.references,
    at: optionOf(mail.options, 'mail.sendAt') ?? context.now(),
    timeZone,
    priority: optionOf(mail.options, 'mail.priority'),
    receiptTo: optionOf(mail.options, 'mail.receipt') ? from : null,
  })
  try {
    return await preparer.prepare(await blobs.put(raw, wireSizeMax(config)), null)
  } catch (error) {
    if (error instanceof TooLargeError) throw new MessageTooLargeError(config.maxMessageSize)
    throw error
  } finally {
    raw.destroy()
  }
}

/** Throws `BodyTooComplexError`. */
async function makeReady(context: Context, html: string, domain: string) {
  try {
    return await mailWorkOf(context).run('compose', { html, domain }, html.length)
  } catch (error) {
    if (error instanceof TaskLimitError) throw new BodyTooComplexError()
    throw error
  }
}

/** Throws `AttachmentMissingError` with the names of the files whose content is gone or damaged on the server. */
async function requireContent({ blobs, log }: Context, files: readonly OwnedFile[]): Promise<void> {
  const gone: OwnedFile[] = []
  for (const file of files) if (!(await blobs.holds(file.blobHash, file.size))) gone.push(file)
  if (gone.length === 0) return
  log.error({ hashes: gone.map(({ blobHash }) => blobHash) }, 'files that a mail is to carry are gone or damaged')
  throw new AttachmentMissingError(gone.map(({ name }) => name))
}

/** A picture of the text; `owned` where it is a file on the server. */
interface Picture {
  readonly file: BuiltFile
  readonly size: number
  readonly owned?: OwnedFile
}

async function readPictures(
  db: Context['store']['db'],
  accountId: number,
  sources: ReadonlyMap<string, PictureSource>,
): Promise<Map<string, Picture>> {
  const ids = [...sources.values()].flatMap((source) => (source.kind === 'file' ? [source.id] : []))
  const owned = new Map((await findOwnedFiles(db, accountId, ids)).map((file) => [file.id, file]))
  const pictures = new Map<string, Picture>()
  for (const [cid, source] of sources) {
    if (source.kind === 'data') {
      const { contentType, content } = source
      const name = `image${pictures.size + 1}.${EXTENSIONS[contentType] ?? 'bin'}`
      pictures.set(cid, { file: { name, contentType, content: { bytes: content } }, size: content.length })
      continue
    }
    const file = owned.get(source.id)
    if (!file) throw new AttachmentMissingError()
    const { name, contentType, blobHash } = file
    pictures.set(cid, { file: { name, contentType, content: { blobHash } }, size: file.size, owned: file })
  }
  return pictures
}

/** The thread an answer continues (RFC 5322 §3.6.4). The mail may be gone by now; then the answer stands alone. */
async function readThread(context: Context, accountId: number, mail: LetterContent) {
  const answers = mail.kind === 'reply' || mail.kind === 'replyAll'
  if (mail.sourceMailId === null || !(answers || mail.kind === 'forward')) return { inReplyTo: '', references: [] }
  try {
    // The call that names it was asked whether its folder is open.
    const source = await readSourceMail(context, systemActor(accountId), mail.sourceMailId)
    if (source.messageId === '') return { inReplyTo: '', references: [] }
    const chain = [...source.references.filter((id) => id !== source.messageId), source.messageId]
    const references =
      chain.length > REFERENCES_MAX ? [...chain.slice(0, 1), ...chain.slice(1 - REFERENCES_MAX)] : chain
    return { inReplyTo: answers ? source.messageId : '', references }
  } catch (error) {
    if (error instanceof MailNotFoundError) return { inReplyTo: '', references: [] }
    throw error
  }
}

/** Removes the draft that a mail was written in. Throws `MailNotFoundError` when another window sent or threw it away. */
async function takeDraft(trx: Trx, context: TransactionContext, accountId: number, mailId: number): Promise<void> {
  await draftInFolder(trx, accountId, mailId)
  await removeMails(trx, context, accountId, [mailId])
}
