import type { Bytes, Certificate, HeldKey } from '@yanshu/cms'
import { Code, type GetData } from '@yanshu/contracts'
import { ApiError, http, type LoginScope } from '@yanshu/shell-api'
import { type Cms, cmsCodeOf } from '../crypto/fetchCms.ts'
import { LARGEST_MAIL } from '../reading/useProtectedMail.ts'

type Listed = GetData<'keymanagement/key/encrypted'>['list'][number]

/** Why a mail was not encrypted anew; each has a sentence. */
export type LeftReason =
  | NonNullable<ReturnType<typeof cmsCodeOf>>
  | 'large'
  | 'signed-outside'
  | 'among-others'
  | 'changed'
  | 'full'
  | 'differs'

/** A mail that stays as it is. */
export interface LeftMail {
  readonly mailId: number
  readonly subject: string
  readonly date: number
  readonly reason: LeftReason
}

/** How far the work is. */
export interface Reencrypting {
  readonly step: 'looking' | 'encrypting' | 'finished'
  /** Mails that were looked for; null until all folders were. */
  readonly total: number | null
  readonly seen: number
  readonly done: number
  /** Mails that are encrypted to this key alone, or not encrypted. */
  readonly already: number
  readonly left: readonly LeftMail[]
  /** Folders with a password that are closed. */
  readonly closed: readonly string[]
}

export interface ReencryptParts {
  readonly cms: Cms
  readonly login: LoginScope
  /** Aborted when the person stops it, or the keys are closed. */
  readonly signal: AbortSignal
  readonly keys: readonly HeldKey[]
  readonly target: HeldKey
  readonly certificate: Certificate
  readonly onProgress: (state: Reencrypting) => void
}

/**
 * Encrypts the mails of a person to another key, one after the other: each is fetched, opened, encrypted, compared and put back,
 * and then fetched once more. What was done stays done when it ends early; the next time goes on with the others. Rejects with
 * what a call is refused with, or where there is no connection.
 */
export async function reencryptMails(parts: ReencryptParts): Promise<void> {
  const { signal, onProgress } = parts
  let state: Reencrypting = { step: 'looking', total: null, seen: 0, done: 0, already: 0, left: [], closed: [] }
  const report = (more: Partial<Reencrypting>) => {
    state = { ...state, ...more }
    onProgress(state)
  }
  report({})
  const mails = await listEncrypted(parts, report)
  report({ step: 'encrypting', total: mails.length })
  for (const mail of mails) {
    signal.throwIfAborted()
    const outcome = await reencryptOne(parts, mail)
    const seen = state.seen + 1
    if (outcome === 'done') report({ seen, done: state.done + 1 })
    else if (outcome === 'already') report({ seen, already: state.already + 1 })
    else report({ seen, left: [...state.left, { ...mail, reason: outcome }] })
  }
  report({ step: 'finished' })
}

async function listEncrypted(
  { login, signal }: ReencryptParts,
  report: (more: Partial<Reencrypting>) => void,
): Promise<Listed[]> {
  const options = { silent: true, login, signal }
  const { folderList, customList } = await http.get('mail/main/folder/folderList', {}, options)
  const mails: Listed[] = []
  const closed: string[] = []
  for (const { folderId, folderName } of [...folderList, ...customList]) {
    try {
      for (let after: number | null = 0; after !== null; ) {
        const page: GetData<'keymanagement/key/encrypted'> = await http.get(
          'keymanagement/key/encrypted',
          { mailboxId: folderId, after },
          options,
        )
        mails.push(...page.list)
        after = page.next
        report({ seen: mails.length })
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === Code.folderClosed)) throw error
      closed.push(folderName)
    }
  }
  report({ closed, seen: 0 })
  return mails
}

async function reencryptOne(parts: ReencryptParts, { mailId, size }: Listed): Promise<'done' | 'already' | LeftReason> {
  if (size > LARGEST_MAIL) return 'large'
  const { cms, login, signal, keys, target, certificate } = parts
  const options = { silent: true, login, signal }
  const mail = await loadMail(mailId, signal)
  if (mail === null) return 'changed'
  try {
    const again = await cms.reencrypt(mail, { keys, target, certificate })
    if (again.kind === 'already' || again.kind === 'not-encrypted') return 'already'
    if (again.kind !== 'encrypted') return again.kind
    const file = new File([again.part], 'smime.p7m', { type: 'application/octet-stream' })
    const { fileId } = await http.upload('file/upload', file, options)
    try {
      const body = { mailId, hash: await sha256(mail), part: fileId }
      const { hash } = await http.post('keymanagement/key/reencrypt', body, options)
      const kept = await loadMail(mailId, signal)
      return kept && (await isKept(kept, again.part, hash)) ? 'done' : 'differs'
    } finally {
      // What is not removed now goes within a day.
      http.post('file/uploaddel', { fileId }, { silent: true, login }).catch(() => undefined)
    }
  } catch (error) {
    const reason = cmsCodeOf(error) ?? refusalOf(error)
    if (reason === null) throw error
    return reason
  }
}

/** Why one mail is refused; null for what ends the work. */
function refusalOf(error: unknown): LeftReason | null {
  if (!(error instanceof ApiError)) return null
  const { code } = error
  if (code === Code.mailChanged || code === Code.mailNotFound) return 'changed'
  if (code === Code.storageFull) return 'full'
  return code === Code.tooLarge ? 'large' : null
}

/** Null for a mail that has gone. */
async function loadMail(mailId: number, signal: AbortSignal): Promise<Bytes | null> {
  const response = await fetch(http.fileUrl(`file/mail/${mailId}`), { signal, cache: 'no-store' })
  if (response.status === 404) {
    await response.body?.cancel()
    return null
  }
  if (!response.ok) throw new Error(`the mail was answered with ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

async function sha256(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a mail is the one that the server has answered, with this part at its end. */
async function isKept(mail: Bytes, part: Bytes, hash: string): Promise<boolean> {
  if ((await sha256(mail)) !== hash) return false
  return (await sha256(mail.subarray(-part.length))) === (await sha256(part))
}
