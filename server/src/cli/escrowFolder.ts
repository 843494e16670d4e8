import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Certificate,
  CmsError,
  decrypt,
  fingerprintOf,
  generateKey,
  issueCertificate,
  openSealedKey,
  readCertificates,
  readCms,
  readPrivateKey,
  sealKey,
  toPem,
  writeName,
} from '@yanshu/cms'
import type { EscrowCopy } from '../areas/keys/index.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'

/** What stands in the folder of the key that opens copies. It belongs on a machine that the server does not read. */
const CERTIFICATE = 'escrow.pem'
const SEALED_KEY = 'escrow.key.json'

const DAY = 86_400_000

const failed = (file: string) => (error: unknown) => {
  throw new OperatorError(`${file}: ${fileFailure(error)}`)
}

const write = (file: string, content: string) =>
  writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new OperatorError(`${file} is there already: name another folder`)
    return failed(file)(error)
  })

/** Makes a key that opens copies, in a folder that has none. Answers the fingerprint of its certificate. */
export async function createEscrow(
  folder: string,
  { name, years, passphrase }: { readonly name: string; readonly years: number; readonly passphrase: string },
): Promise<string> {
  const { privateKey, publicKey } = await generateKey('rsa-3072')
  const dates = { notBefore: new Date(), notAfter: new Date(Date.now() + years * 365 * DAY) }
  const certificate = await issueCertificate(
    { subject: writeName({ commonName: name }), publicKey, addresses: [], use: 'encrypting', ...dates },
    { key: privateKey, certificate: null },
  )
  const fingerprint = await fingerprintOf(certificate)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(failed(folder))
  const sealed = await sealKey(privateKey.pkcs8, passphrase, fingerprint)
  await write(path.join(folder, SEALED_KEY), `${JSON.stringify(sealed, null, 2)}\n`)
  const file = path.join(folder, CERTIFICATE)
  await write(file, toPem('CERTIFICATE', certificate.der))
  // The certificate goes to every browser that makes a key.
  await chmod(file, 0o644).catch(failed(file))
  return fingerprint
}

/** The certificate in a file, PEM or DER. */
export async function escrowCertificateIn(file: string): Promise<Certificate> {
  const bytes = new Uint8Array(await readFile(file).catch(failed(file)))
  try {
    const [certificate] = readCertificates(bytes)
    if (certificate && certificate.publicKey.kind !== 'unknown') return certificate
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
  }
  throw new OperatorError(`${file} holds no certificate that can be encrypted to`)
}

async function escrowKeyOf(folder: string, passphrase: string) {
  const certificate = await escrowCertificateIn(path.join(folder, CERTIFICATE))
  const file = path.join(folder, SEALED_KEY)
  const sealed = JSON.parse((await readFile(file).catch(failed(file))).toString('utf8'))
  try {
    const pkcs8 = await openSealedKey(sealed, passphrase, await fingerprintOf(certificate))
    return { privateKey: readPrivateKey(pkcs8), certificates: [certificate] }
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    throw new OperatorError('The passphrase is wrong, or the key is of another certificate')
  }
}

/**
 * Opens copies that were handed out, into a file for each key: the key (PKCS #8) and its certificates, in PEM. Answers the
 * files. Nothing of it goes through the server.
 */
export async function openCopies(
  folder: string,
  { file, out, passphrase }: { readonly file: string; readonly out: string; readonly passphrase: string },
): Promise<string[]> {
  const copies: EscrowCopy[] = JSON.parse((await readFile(file).catch(failed(file))).toString('utf8'))
  const key = await escrowKeyOf(folder, passphrase)
  await mkdir(out, { recursive: true, mode: 0o700 }).catch(failed(out))
  const written: string[] = []
  for (const { keyId, address, sealed, certificates } of copies) {
    const pkcs8 = await openCopy(sealed, key, address)
    const pems = certificates.map((one) => toPem('CERTIFICATE', new Uint8Array(Buffer.from(one, 'base64'))))
    const name = path.join(out, `${address.replaceAll(/[^\p{L}\p{N}@._-]/gu, '_')}-${keyId}.pem`)
    await write(name, toPem('PRIVATE KEY', pkcs8) + pems.join(''))
    written.push(name)
  }
  return written
}

async function openCopy(sealed: string, key: Awaited<ReturnType<typeof escrowKeyOf>>, address: string) {
  try {
    const data = readCms(new Uint8Array(Buffer.from(sealed, 'base64')))
    if (data.type === 'enveloped') {
      const { content } = await decrypt(data, [key])
      return readPrivateKey(content).pkcs8
    }
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
  }
  throw new OperatorError(
    `The copy of a key of ${address} is not sealed to the certificate of this folder, or is damaged`,
  )
}
