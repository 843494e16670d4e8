import { KEYS_ASKED_MAX, type MailAddress, type PostData } from '@yanshu/contracts'
import { http, type LoginScope, loginScope } from '@yanshu/shell-api'
import { type Cms, fetchCms } from '../crypto/fetchCms.ts'
import { askKeys, type KeyList } from '../open/keyring.ts'
import { askAuthorities } from '../reading/useProtectedMail.ts'
import { type Readiness, readinessOf } from './readiness.ts'

/** What a letter is asked about. */
export interface AskedLetter {
  /** The address that it is written from. */
  readonly from: string
  readonly recipients: readonly MailAddress[]
}

export interface AskedReadiness {
  readonly cms: Cms
  readonly keys: KeyList
  readonly readiness: Readiness
}

/** Asks the server what a letter needs to be signed and encrypted. Rejects with an `ApiError` that no notice was shown of. */
export async function askReadiness(letter: AskedLetter, login: LoginScope = loginScope()): Promise<AskedReadiness> {
  const addresses = [...new Set(letter.recipients.map(({ address }) => address.trim().toLowerCase()))]
  const [cms, keys, authorities, known] = await Promise.all([
    fetchCms(),
    askKeys(login),
    askAuthorities(login),
    askCertificates(addresses, login),
  ])
  return { cms, keys, readiness: await readinessOf(cms, { ...letter, keys, known, authorities, now: Date.now() }) }
}

async function askCertificates(addresses: readonly string[], login: LoginScope) {
  const known: PostData<'keymanagement/key/getKeyByEmail'> = { list: [], announced: [], over: [] }
  for (let at = 0; at < addresses.length; at += KEYS_ASKED_MAX) {
    // What is shorter than an address has no certificate, and the call refuses it.
    const emails = addresses.slice(at, at + KEYS_ASKED_MAX).filter(({ length }) => length >= 3 && length <= 320)
    if (emails.length === 0) continue
    const some = await http.post('keymanagement/key/getKeyByEmail', { emails }, { silent: true, login })
    known.list.push(...some.list)
    known.announced.push(...some.announced)
    // A server of before does not say it.
    known.over.push(...(some.over ?? []))
  }
  return known
}
