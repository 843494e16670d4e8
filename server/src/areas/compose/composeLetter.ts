import { randomUUID } from 'node:crypto'
import {
  ATTACHMENTS_MAX,
  attachmentProblem,
  type LetterContent,
  type LetterProtection,
  type MailAddress,
  optionOf,
  protectionOf,
  SEND_AHEAD_MAX_MS,
} from '@yanshu/contracts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import type { PictureSource } from '../../mime/outgoingHtml.ts'
import { wireSizeMax } from '../../platform/config/config.ts'
import { ForbiddenError, MailNotFoundError } from '../../platform/http/errors.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { BlobRef } from '../../store/blobs/blobRows.ts'
import { TooLargeError } from '../../store/blobs/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type NewPolicy, refuseMailOfOther } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { findOwnedFiles, linkedAbove, linksHtml, type NewLink, type OwnedFile, partLinked } from '../files/index.ts'
import { newPolicyOf, whyNotOutside } from '../restricted-letters/index.ts'
import { letterLanguageOf } from '../signatures/index.ts'
import { refusedRecipients, type SendParts } from './acceptMail.ts'
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
import { correctedLetter, correctionLine } from './correction.ts'
import { endOfLinks } from './letterLinkRule.ts'
import { type CalledLetter, letterToSend } from './letterToSend.ts'
import { requireOpened, requireOpenedPictures, requireProtectable } from './protectable.ts'
import { sendersOf } from './senders.ts'
import { requireSeparable } from './separateLetter.ts'
import { readSourceMail } from './sourceMail.ts'

const REFERENCES_MAX = 30
const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** A letter that its writer may send as it is, with what it is written from. */
export interface BegunLetter {
  /** With its brackets; all mails that it becomes have it. */
  readonly messageId: string
  readonly from: MailAddress
  readonly content: LetterContent
  /** All of To, Cc and Bcc. */
  readonly recipients: readonly MailAddress[]
  /** Epoch milliseconds; null for at once. */
  readonly sendAt: number | null
  readonly policy: NewPolicy | null
  /** Recipients outside who read it on a page, in small letters. */
  readonly outside: readonly string[]
  /** Its HTML with the links of large files. */
  readonly html: string
  readonly attached: readonly OwnedFile[]
  readonly links: readonly NewLink[]
  /** From when on the links can be opened, epoch milliseconds. */
  readonly linksFrom: number
  /** When they end, by the rule of the organisation. */
  readonly endsAt: number
  readonly protection: LetterProtection | null
  readonly timeZone: number
  readonly saveContact: boolean
  readonly undoSeconds: number
}

/**
 * Checks a letter that a call brings, and finds its files. Throws what refuses it, as the contract of `mail/email/send` names.
 * @param site the address of the site that it is written on, for the links of large files
 */
export async function beginLetter(
  parts: Pick<SendParts, 'context' | 'steps'>,
  accountId: number,
  mail: CalledLetter,
  site: string,
): Promise<BegunLetter> {
  const { context } = parts
  const { db } = context.store
  const senders = await sendersOf(db, accountId)
  const from = mail.from === '' ? senders[0] : senders.find(({ address }) => address === mail.from.toLowerCase())
  if (!from) throw new ForbiddenError()
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc]
  if (recipients.length === 0) throw new RecipientsRefusedError([])
  const badlyNamed = recipients.filter(({ name }) => /[\p{Cc}\u2028\u2029]/u.test(name))
  if (badlyNamed.length > 0) {
    throw new RecipientsRefusedError(badlyNamed.map(({ address }) => ({ address, why: SEVERAL_LINES })))
  }
  const refused = await refusedRecipients(
    parts,
    accountId,
    recipients.map(({ address }) => address),
  )
  if (refused.length > 0) throw new RecipientsRefusedError(refused)
  await refuseMailOfOther(db, accountId, mail.sourceMailId)
  const content = await letterToSend(db, accountId, mail)
  const protection = protectionOf(content.options)
  const sendAt = optionOf(content.options, 'mail.sendAt')
  if (sendAt !== null) requireSendTime(sendAt, context.now())
  if (optionOf(content.options, 'mail.separately')) requireSeparable(content)
  const policy = await newPolicyOf(context, accountId, content.options)
  const outside = policy ? await outsideAmong(context, accountId, policy, recipients) : []
  const files = await readFiles(context, accountId, mail)
  const { attached, links } = partLinked(files, await linkedAbove(context, accountId))
  // Who opens a link enters no password and is not counted, whatever the letter asks for.
  if (policy && links.length > 0) throw new LinkRestrictedError(links.map(({ name }) => name))
  requireOpened(content, files, protection)
  if (protection?.byCode && !(await switchesOf(db, accountId)).smimeCodeEnable) throw new ForbiddenError()
  if (protection) requireProtectable(content, protection, links)
  const { saveContact, undoSeconds, timeZone } = await readSettings(context, accountId)
  const linksFrom = sendAt ?? context.now()
  const endsAt = await endOfLinks(context, { recipients, links, from: linksFrom })
  const language = await letterLanguageOf(context, accountId)
  const block = { site, language, endsAt }
  const corrected = await correctedLetter(context, accountId, content, protection !== null)
  const name = from.name || from.address
  const line = corrected ? correctionLine({ corrected, name, at: linksFrom, timeZone, language }) : ''
  const html = `${line}${content.html}${linksHtml(links, block)}`
  return {
    messageId: `<${randomUUID()}@${domainOf(from)}>`,
    ...{ from, content, recipients, sendAt, policy, outside, html, attached, links, linksFrom, endsAt, protection },
    ...{ timeZone, saveContact, undoSeconds },
  }
}

/** A field of the header is one line; a name with another could begin a field of its own (RFC 5322 §2.2). */
const SEVERAL_LINES = {
  zh: '的姓名里有换行或控制字符',
  en: 'has a line break or a control character in its name',
}

/** Who of the recipients is outside and reads it on a page, each once. Throws `RecipientsRefusedError` where they cannot. */
async function outsideAmong(
  context: Context,
  accountId: number,
  policy: NewPolicy,
  recipients: readonly MailAddress[],
): Promise<string[]> {
  const destinations = await findDestinations(
    context.store.db,
    recipients.map(({ address }) => address),
  )
  const outside = [...destinations].flatMap(([address, { kind }]) => (kind === 'elsewhere' ? [address] : []))
  if (outside.length === 0) return []
  const why = await whyNotOutside(context, accountId, policy)
  if (why) throw new RecipientsRefusedError(outside.map((address) => ({ address, why })))
  return [...new Set(outside.map((address) => address.toLowerCase()))]
}

/** The time is required to be after now (§5, Compose), and within a year. */
function requireSendTime(sendAt: number, now: number): void {
  if (sendAt <= now || sendAt > now + SEND_AHEAD_MAX_MS) throw new SendTimeRefusedError()
}

/** The attachments, in order, all of them there and allowed (§5, Compose). */
async function readFiles({ store, config }: Context, accountId: number, mail: CalledLetter): Promise<OwnedFile[]> {
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

/** What a letter has beside its text and files. Bcc recipients are no part of it: they are in the envelope only. */
export async function headOf(context: Context, accountId: number, { content, from, timeZone, messageId }: BegunLetter) {
  const source = await readThread(context, accountId, content)
  return {
    from,
    to: content.to,
    cc: content.cc,
    subject: content.subject.trim(),
    messageId,
    inReplyTo: source.inReplyTo,
    references: source.references,
    at: optionOf(content.options, 'mail.sendAt') ?? context.now(),
    timeZone,
    priority: optionOf(content.options, 'mail.priority'),
    receiptTo: optionOf(content.options, 'mail.receipt') ? from : null,
  }
}

const domainOf = ({ address }: MailAddress): string => address.slice(address.lastIndexOf('@') + 1)

/** Writes a letter as MIME. Throws `MessageTooLargeError`, `AttachmentMissingError` and `BodyTooComplexError`. */
export async function storeLetter(context: Context, accountId: number, begun: BegunLetter): Promise<BlobRef> {
  const { config, store, blobs } = context
  const { from, html, attached } = begun
  const written = await makeReady(context, html, domainOf(from))
  const pictures = await readPictures(store.db, accountId, written.pictures)
  await requireContent(context, [...attached, ...[...pictures.values()].flatMap(({ owned }) => owned ?? [])])
  const sizes = [...attached, ...pictures.values()].reduce((sum, file) => sum + file.size, 0)
  if (sizes > config.maxMessageSize) throw new MessageTooLargeError(config.maxMessageSize)
  const raw = buildMail(blobs, {
    ...(await headOf(context, accountId, begun)),
    html: written.html,
    text: written.text,
    pictures: new Map([...pictures].map(([cid, { file }]) => [cid, file])),
    attachments: attached.map(({ name, contentType, blobHash }) => ({ name, contentType, content: { blobHash } })),
  })
  try {
    return await blobs.put(raw, wireSizeMax(config))
  } catch (error) {
    if (error instanceof TooLargeError) throw new MessageTooLargeError(config.maxMessageSize)
    throw error
  } finally {
    raw.destroy()
  }
}

/** The same, read for the store as every mail is. */
export async function writeLetter(
  { context, preparer }: SendParts,
  accountId: number,
  begun: BegunLetter,
): Promise<PreparedMessage> {
  return preparer.prepare(await storeLetter(context, accountId, begun), null)
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
  const files = await findOwnedFiles(db, accountId, ids)
  requireOpenedPictures(files)
  const owned = new Map(files.map((file) => [file.id, file]))
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
  // A corrected copy stands in the conversation of the letter that it corrects.
  const corrects = optionOf(mail.options, 'mail.corrects')
  const answers = corrects !== null || mail.kind === 'reply' || mail.kind === 'replyAll'
  const sourceId = corrects ?? mail.sourceMailId
  if (sourceId === null || !(answers || mail.kind === 'forward')) return { inReplyTo: '', references: [] }
  try {
    // The call that names it was asked whether its folder is open.
    const source = await readSourceMail(context, systemActor(accountId), sourceId)
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
