import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Certificate,
  type CertificateUse,
  CmsError,
  fingerprintOf,
  generateKey,
  issueCertificate,
  type NewKeyKind,
  openSealedKey,
  type Revoked,
  readCertificates,
  readPrivateKey,
  readRequest,
  type SealedKey,
  sealKey,
  toPem,
  writeName,
  writeRevocationList,
} from '@yanshu/cms'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'

/** What stands in the folder of an authority. */
const CERTIFICATE = 'authority.pem'
const SEALED_KEY = 'authority.key.json'
const ISSUED = 'issued.tsv'
const CRL = 'authority.crl'

const DAY = 86_400_000

/** A computer's clock may be a little behind: what is issued now is valid there too. */
const CLOCKS_DIFFER = 10 * 60_000

export interface NewAuthority {
  readonly name: string
  readonly kind: NewKeyKind
  readonly years: number
  readonly passphrase: string
}

const failed = (file: string) => (error: unknown) => {
  throw new OperatorError(`${file}: ${fileFailure(error)}`)
}

/** Makes an authority in a folder that has none; one that is there is never replaced, for its certificates would be lost. */
export async function createAuthority(
  folder: string,
  { name, kind, years, passphrase }: NewAuthority,
): Promise<string> {
  const { privateKey, publicKey } = await generateKey(kind)
  const now = Date.now()
  const dates = { notBefore: new Date(now - CLOCKS_DIFFER), notAfter: new Date(now + years * 365 * DAY) }
  const certificate = await issueCertificate(
    { subject: writeName({ commonName: name }), publicKey, addresses: [], use: 'authority', ...dates },
    { key: privateKey, certificate: null },
  )
  const fingerprint = await fingerprintOf(certificate)
  const sealed = await sealKey(privateKey.pkcs8, passphrase, fingerprint)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failed(folder))
  const write = (file: string, text: string) =>
    writeFile(path.join(folder, file), text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new OperatorError(`${folder} holds an authority already: name another folder`)
      return failed(path.join(folder, file))(error)
    })
  await write(SEALED_KEY, `${JSON.stringify(sealed, null, 2)}\n`)
  await write(CERTIFICATE, toPem('CERTIFICATE', certificate.der))
  // The certificate is given to all mail programs, so it is no secret.
  await chmod(path.join(folder, CERTIFICATE), 0o644).catch(failed(folder))
  return fingerprint
}

interface Authority {
  readonly certificate: Certificate
  readonly sealed: SealedKey
}

async function openAuthority(folder: string): Promise<Authority> {
  const read = (file: string) =>
    readFile(path.join(folder, file)).catch((error: unknown) => {
      throw new OperatorError(
        `${path.join(folder, file)}: ${fileFailure(error)}. "yanshu ca create ${folder}" makes an authority`,
      )
    })
  const [certificate] = readCertificates(new Uint8Array(await read(CERTIFICATE)))
  if (!certificate) throw new OperatorError(`${path.join(folder, CERTIFICATE)} holds no certificate`)
  try {
    return { certificate, sealed: JSON.parse((await read(SEALED_KEY)).toString('utf8')) }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${path.join(folder, SEALED_KEY)} was damaged: bring it back from a backup`)
  }
}

async function keyOf({ certificate, sealed }: Authority, passphrase: string) {
  try {
    return readPrivateKey(await openSealedKey(sealed, passphrase, await fingerprintOf(certificate)))
  } catch (error) {
    if (error instanceof CmsError && error.code === 'wrong-password') {
      throw new OperatorError('The passphrase is wrong, or the key is of another authority')
    }
    throw error
  }
}

/** What a request asks for: addresses in small letters. A request that its own key did not sign is refused. */
export async function requestIn(file: string) {
  return requestOf(new Uint8Array(await readFile(file).catch(failed(file))), file)
}

/** The same for a request that is no file; `what` names it in the error. */
export async function requestOf(bytes: Uint8Array<ArrayBuffer>, what: string) {
  try {
    return await readRequest(bytes)
  } catch (error) {
    if (error instanceof CmsError) throw new OperatorError(`${what} is no request for a certificate (${error.detail})`)
    throw error
  }
}

/** The authorities in a file, PEM or DER. */
export async function authoritiesIn(file: string): Promise<Certificate[]> {
  const bytes = new Uint8Array(await readFile(file).catch(failed(file)))
  try {
    const found = readCertificates(bytes).filter(({ authority }) => authority !== null)
    if (found.length > 0) return found
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
  }
  throw new OperatorError(`${file} holds no certificate of an authority`)
}

export interface Issue {
  readonly request: Awaited<ReturnType<typeof requestIn>>
  /** The name of the certificate: the account's, not the one that the request claims. */
  readonly name: string
  readonly addresses: readonly string[]
  readonly use: Exclude<CertificateUse, 'authority'>
  readonly days: number
  readonly passphrase: string
}

/** Issues a certificate for a request, and writes it down in the folder. Its PEM, with the authority's below it. */
export async function issueFor(folder: string, issue: Issue): Promise<string> {
  const { request, name, addresses, use, days, passphrase } = issue
  if (request.publicKey.kind === 'unknown')
    throw new OperatorError('The request is for a kind of key that mail does not use')
  if (request.publicKey.kind === 'rsa' && request.publicKey.bits < 2048) {
    throw new OperatorError(`A key of ${request.publicKey.bits} bits is too short: make one of 2048 or more`)
  }
  const authority = await openAuthority(folder)
  const key = await keyOf(authority, passphrase)
  const now = Date.now()
  const ends = authority.certificate.notAfter.getTime()
  if (ends <= now) throw new OperatorError('The authority has expired: make a new one in another folder')
  const certificate = await issueCertificate(
    {
      subject: writeName({ commonName: name }),
      publicKey: request.publicKey,
      addresses,
      capabilities: request.capabilities,
      use,
      notBefore: new Date(now - CLOCKS_DIFFER),
      notAfter: new Date(Math.min(now + days * DAY, ends)),
    },
    { key, certificate: authority.certificate },
  )
  const line = [
    new Date(now).toISOString(),
    await fingerprintOf(certificate),
    certificate.notAfter.toISOString(),
    ...addresses,
  ]
  await appendFile(path.join(folder, ISSUED), `${line.join('\t')}\n`, { mode: 0o600 }).catch(failed(folder))
  return toPem('CERTIFICATE', certificate.der) + toPem('CERTIFICATE', authority.certificate.der)
}

/** Whether a certificate is of this authority: two may have one name, and each has a key of its own. */
function isIssuedBy({ issuer, authorityKeyId }: Certificate, { subject, subjectKeyId }: Certificate): boolean {
  const isSameKey = !authorityKeyId || !subjectKeyId || Buffer.compare(authorityKeyId, subjectKeyId) === 0
  return isSameKey && Buffer.compare(issuer.der, subject.der) === 0
}

/**
 * Writes the signed list of what the authority has revoked (`authority.crl`), in the place of the one before. `revoked` may hold
 * certificates of others, which are left out. How many it names.
 */
export async function writeCrl(
  folder: string,
  { revoked, days, passphrase }: { revoked: readonly Revoked[]; days: number; passphrase: string },
): Promise<number> {
  const authority = await openAuthority(folder)
  const key = await keyOf(authority, passphrase)
  const { certificate } = authority
  const own = revoked.filter((one) => isIssuedBy(one.certificate, certificate))
  const now = Date.now()
  const dates = { thisUpdate: new Date(now), nextUpdate: new Date(now + days * DAY) }
  const list = await writeRevocationList(
    { revoked: own, number: Math.floor(now / 1_000), ...dates },
    { key, certificate },
  )
  const file = path.join(folder, CRL)
  await writeFile(file, toPem('X509 CRL', list), { mode: 0o644 }).catch(failed(file))
  return own.length
}

/** A passphrase in a file, for runs without a person at the terminal: its first line. */
export const passphraseIn = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(failed(file))).split(/\r?\n/, 1)[0] ?? ''
