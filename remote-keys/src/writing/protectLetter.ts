import type { Bytes, Certificate, PrivateKey } from '@yanshu/cms'
import { HIDDEN_SUBJECT, type LetterContent, type LetterFile, type ProtectedCopy, sealedHtml } from '@yanshu/contracts'
import { http, type LoginScope } from '@yanshu/shell-api'
import type { Cms } from '../crypto/fetchCms.ts'
import { openedAgain, readableOf, withReadablePictures } from '../drafts/movedFiles.ts'
import { sealedFilesOf } from '../drafts/sealContent.ts'
import { sealWords } from '../drafts/sealWords.ts'
import { type AttachedFile, attachFiles } from './attachFiles.ts'
import { composedPart } from './composedPart.ts'
import { fillPictures, leftPlaces } from './placePictures.ts'
import type { ChosenCertificate } from './readiness.ts'
import { OWN_OPTION } from './wish.ts'

/** To whom a letter is encrypted. */
export interface Encrypting {
  /** Of those in To and Cc. */
  readonly recipients: readonly Certificate[]
  /** Those in Bcc: each gets a part that is encrypted to that person alone, so that no other part names them. */
  readonly blind: readonly ChosenCertificate[]
  /** The writer's, for the own copy. */
  readonly own: Certificate
  readonly isNational: boolean
  readonly hideSubject: boolean
  /** A code that opens the part for To and Cc too, for those without a certificate; null for none. */
  readonly code: string | null
}

/** How a letter is protected, all of it decided. */
export interface Protection {
  readonly signing: { readonly key: PrivateKey; readonly certificate: Certificate } | null
  /** Null for a letter that is not encrypted. */
  readonly encrypting: Encrypting | null
}

/** What is done with a long letter: read from the server, signed and encrypted, or sent back. */
export interface Progress {
  readonly step: 'reading' | 'protecting' | 'uploading'
  /** 0 to 100; null where it is not known. */
  readonly percent: number | null
}

/** From so many bytes on, protecting a letter lasts long enough that its writer is shown how far it is. */
const LONG_LETTER = 5 * 1024 * 1024

export interface Protecting {
  readonly cms: Cms
  readonly login: LoginScope
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
  /** Those of the letter. The server cannot read what is encrypted of them: the page writes these into the letter. */
  readonly files: readonly LetterFile[]
  /** What programs that cannot open it show of the draft that a letter becomes again where it is taken back. */
  readonly notice: string
  /** Called while a letter of more than 5 MB is worked on. */
  readonly onProgress?: (progress: Progress) => void
}

/** A letter that was protected. */
export interface ProtectedParts {
  /** For those in To and Cc, and the own copy. */
  readonly part: Bytes
  /** Makes the part of one in Bcc. One at a time: each is as long as the letter. */
  readonly copyFor: (blind: ChosenCertificate) => Promise<Bytes>
}

/** Signs a MIME part and encrypts it, in this order: who signed is for the recipients alone. */
export async function protectPart(cms: Cms, part: Bytes, { signing, encrypting }: Protection): Promise<ProtectedParts> {
  const signed = signing ? await cms.signPart(part, { ...signing, chain: [], at: new Date() }) : part
  const seal = (people: readonly Certificate[], code: string | null = null) =>
    cms.encryptPart(signed, {
      ...(code === null ? {} : { code }),
      recipients: distinct(people),
      cipher: encrypting?.isNational ? 'SM4-CBC' : cms.cipherForAll(people),
      rsa: 'announced',
    })
  const copyFor = ({ certificate }: ChosenCertificate) => seal([certificate])
  if (!encrypting) return { part: signed, copyFor }
  // Signed letters of this page announce for its person what it reads, so the own copy is written with it as well.
  const own = { ...encrypting.own, capabilities: cms.OWN_CAPABILITIES }
  return { part: await seal([...encrypting.recipients, own], encrypting.code), copyFor }
}

const distinct = (all: readonly Certificate[]): Certificate[] =>
  all.filter((one, at) => all.findIndex(({ der }) => isSame(der, one.der)) === at)

const isSame = (a: Bytes, b: Bytes) => a.length === b.length && a.every((byte, at) => byte === b[at])

/** A letter whose encrypted files and pictures are readable on the server, as it leaves without encryption. */
export async function withReadableFiles(
  content: LetterContent,
  files: readonly LetterFile[],
  moving: Pick<Protecting, 'cms' | 'login' | 'signal'>,
): Promise<LetterContent> {
  const ids = new Map<string, string>()
  for (const file of files) if (file.seal) ids.set(file.fileId, (await openedAgain(file, moving)).fileId)
  const html = await withReadablePictures(content.html, moving)
  return { ...content, html, fileIds: content.fileIds.map((id) => ids.get(id) ?? id) }
}

/**
 * Makes of a letter what is sent: the server writes its MIME, this page signs and encrypts that, and the server keeps the
 * protected part for the sending. The draft stays as it is.
 */
export async function protectLetter(
  written: LetterContent,
  protection: Protection,
  { cms, login, signal, notice, files, onProgress }: Protecting,
): Promise<LetterContent> {
  const { encrypting } = protection
  const content = encrypting ? written : await withReadableFiles(written, files, { cms, login, signal })
  const hideSubject = encrypting?.hideSubject ?? false
  const chosen = {
    ...{ sign: protection.signing !== null, encrypt: encrypting !== null },
    ...(hideSubject ? { hideSubject } : {}),
    ...(encrypting && encrypting.code !== null ? { byCode: true } : {}),
  }
  const letter = { ...content, options: { ...content.options, [OWN_OPTION]: chosen } }
  const options = { silent: true, login, signal }
  const sealedFiles = encrypting ? files.filter(({ seal }) => seal) : []
  const places = await leftPlaces(letter.html, { cms, login, signal })
  const asked = {
    ...letter,
    html: places.html,
    fileIds: letter.fileIds.filter((id) => !sealedFiles.some(({ fileId }) => fileId === id)),
  }
  const { fileId, size } = await http.post('mail/email/composed', asked, options)
  const whole = sealedFiles.reduce((sum, file) => sum + file.size, size)
  const report = (step: Progress['step'], done: number, total: number) => {
    if (whole > LONG_LETTER) onProgress?.({ step, percent: total > 0 ? Math.floor((100 * done) / total) : null })
  }
  const composed = await loadComposed(fileId, size, signal, (read) => report('reading', read, whole)).finally(() =>
    forget(fileId, login),
  )
  const opened: AttachedFile[] = []
  let read = size
  for (const file of sealedFiles) {
    opened.push({ ...file, content: await readableOf(file, { cms, login, signal }) })
    read += file.size
    report('reading', read, whole)
  }
  const filled = await fillPictures(cms, composed, places.pictures)
  const mail = opened.length > 0 ? await attachFiles(cms, filled, opened) : filled
  report('protecting', 0, 0)
  const made = await protectPart(cms, composedPart(mail, hideSubject ? HIDDEN_SUBJECT : null), protection)
  const blind = encrypting?.blind ?? []
  let done = 0
  const upload = async (part: Bytes) => {
    const file = new File([part], chosen.encrypt ? 'smime.p7m' : 'signed.eml', { type: 'application/octet-stream' })
    const onUpload = (sent: number, total: number) =>
      report('uploading', done + sent / Math.max(total, 1), blind.length + 1)
    onUpload(0, part.length)
    const uploaded = await http.upload('file/upload', file, { ...options, onProgress: onUpload })
    done += 1
    return uploaded.fileId
  }
  const part = await upload(made.part)
  const copies: ProtectedCopy[] = []
  for (const one of blind) copies.push({ address: one.address, part: await upload(await made.copyFor(one)) })
  const value = { ...chosen, part, ...(copies.length > 0 ? { copies } : {}) }
  const kept = encrypting ? await sealedContent(letter, encrypting, { cms, notice, files }) : letter
  return { ...kept, options: { ...letter.options, [OWN_OPTION]: value } }
}

/**
 * What the server keeps of a letter until it has left, and makes a draft of where it is taken back. The words that leave are in
 * the protected part alone.
 */
async function sealedContent(
  letter: LetterContent,
  { own, hideSubject }: Encrypting,
  { cms, notice, files }: Pick<Protecting, 'cms' | 'notice' | 'files'>,
): Promise<LetterContent> {
  const { html, subject } = letter
  const words = { html, subject: hideSubject ? subject : null, files: sealedFilesOf(files) }
  const sealed = await sealWords(cms, words, [own])
  return { ...letter, html: sealedHtml(sealed, notice, html), ...(hideSubject ? { subject: HIDDEN_SUBJECT } : {}) }
}

async function loadComposed(
  fileId: string,
  size: number,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): Promise<Bytes> {
  const response = await fetch(http.fileUrl(`file/download/${fileId}`), { signal })
  const reader = response.ok ? response.body?.getReader() : null
  if (!reader) throw new Error(`the written letter was answered with ${response.status}`)
  const mail = new Uint8Array(size)
  let at = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    mail.set(next.value, at)
    at += next.value.length
    onRead(at)
  }
  if (at < size) throw new Error('the written letter was cut off')
  return mail
}

/** The readable letter is not needed any more; what is not removed now goes within a day. */
function forget(fileId: string, login: LoginScope): void {
  http.post('file/uploaddel', { fileId }, { silent: true, login }).catch(() => undefined)
}
