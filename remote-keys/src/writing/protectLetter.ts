import type { Bytes, Certificate, PrivateKey } from '@yanshu/cms'
import type { LetterContent } from '@yanshu/contracts'
import { http, type LoginScope } from '@yanshu/shell-api'
import type { Cms } from '../crypto/fetchCms.ts'
import { composedPart } from './composedPart.ts'
import type { Choice } from './readiness.ts'
import { OWN_OPTION } from './wish.ts'

/** How a letter is protected, all of it decided. */
export interface Protection {
  readonly signing: { readonly key: PrivateKey; readonly certificate: Certificate } | null
  /** Null for a letter that is not encrypted. */
  readonly encrypting: (Pick<Choice, 'recipients' | 'isNational'> & { readonly own: Certificate }) | null
}

/** What is done with a long letter: read from the server, signed and encrypted, or sent back. */
export interface Progress {
  readonly step: 'reading' | 'protecting' | 'uploading'
  /** 0 to 100; null where it is not known. */
  readonly percent: number | null
}

/** From so many bytes on a letter takes long enough that its writer is shown how far it is. */
const LONG_LETTER = 5 * 1024 * 1024

export interface Protecting {
  readonly cms: Cms
  readonly login: LoginScope
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
  /** Called while a letter of more than 5 MB is worked on. */
  readonly onProgress?: (progress: Progress) => void
}

/** Signs a MIME part and encrypts it, in this order: who signed is for the recipients alone. */
export async function protectPart(cms: Cms, part: Bytes, { signing, encrypting }: Protection): Promise<Bytes> {
  const signed = signing ? await cms.signPart(part, { ...signing, chain: [], at: new Date() }) : part
  if (!encrypting) return signed
  const { recipients, own, isNational } = encrypting
  return cms.encryptPart(signed, {
    recipients: distinct([...recipients, own]),
    cipher: isNational ? 'SM4-CBC' : 'AES-256-CBC',
    // Every mail program reads it; the others are written where all recipients announced them.
    rsa: 'PKCS1-v1_5',
  })
}

const distinct = (all: readonly Certificate[]): Certificate[] =>
  all.filter((one, at) => all.findIndex(({ der }) => isSame(der, one.der)) === at)

const isSame = (a: Bytes, b: Bytes) => a.length === b.length && a.every((byte, at) => byte === b[at])

/**
 * Makes of a letter what is sent: the server writes its MIME, this page signs and encrypts that, and the server keeps the
 * protected part for the sending. The draft stays as it is.
 */
export async function protectLetter(
  content: LetterContent,
  protection: Protection,
  { cms, login, signal, onProgress }: Protecting,
): Promise<LetterContent> {
  const chosen = { sign: protection.signing !== null, encrypt: protection.encrypting !== null }
  const letter = { ...content, options: { ...content.options, [OWN_OPTION]: chosen } }
  const options = { silent: true, login, signal }
  const { fileId, size } = await http.post('mail/email/composed', letter, options)
  const report = (step: Progress['step'], done: number, total: number) => {
    if (size > LONG_LETTER) onProgress?.({ step, percent: total > 0 ? Math.floor((100 * done) / total) : null })
  }
  const mail = await loadComposed(fileId, size, signal, (read) => report('reading', read, size)).finally(() =>
    forget(fileId, login),
  )
  report('protecting', 0, 0)
  const part = await protectPart(cms, composedPart(mail), protection)
  const name = chosen.encrypt ? 'smime.p7m' : 'signed.eml'
  const file = new File([part], name, { type: 'application/octet-stream' })
  report('uploading', 0, part.length)
  const onUpload = (sent: number, total: number) => report('uploading', sent, total)
  const uploaded = await http.upload('file/upload', file, { ...options, onProgress: onUpload })
  return { ...letter, options: { ...letter.options, [OWN_OPTION]: { ...chosen, part: uploaded.fileId } } }
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
