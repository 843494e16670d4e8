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

export interface Protecting {
  readonly cms: Cms
  readonly login: LoginScope
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
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
  { cms, login, signal }: Protecting,
): Promise<LetterContent> {
  const chosen = { sign: protection.signing !== null, encrypt: protection.encrypting !== null }
  const letter = { ...content, options: { ...content.options, [OWN_OPTION]: chosen } }
  const options = { silent: true, login, signal }
  const { fileId } = await http.post('mail/email/composed', letter, options)
  const mail = await loadComposed(fileId, signal).finally(() => forget(fileId, login))
  const part = await protectPart(cms, composedPart(mail), protection)
  const name = chosen.encrypt ? 'smime.p7m' : 'signed.eml'
  const file = new File([part], name, { type: 'application/octet-stream' })
  const uploaded = await http.upload('file/upload', file, options)
  return { ...letter, options: { ...letter.options, [OWN_OPTION]: { ...chosen, part: uploaded.fileId } } }
}

async function loadComposed(fileId: string, signal: AbortSignal): Promise<Bytes> {
  const response = await fetch(http.fileUrl(`file/download/${fileId}`), { signal })
  if (!response.ok) throw new Error(`the written letter was answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** The readable letter is not needed any more; what is not removed now goes within a day. */
function forget(fileId: string, login: LoginScope): void {
  http.post('file/uploaddel', { fileId }, { silent: true, login }).catch(() => undefined)
}
