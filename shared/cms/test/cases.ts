import { fromText } from '../src/bytes.ts'
import type { Issue } from './openssl.ts'

/** What openssl signed and encrypted for the tests. */
export const MAIL = fromText('Content-Type: text/plain; charset=utf-8\r\n\r\n雁书 letter\r\n')

const root = { name: 'root', kind: 'rsa' } as const
const middle = { name: 'middle', kind: 'rsa' } as const
const nationalRoot = { name: 'national-root', kind: 'sm2' } as const

/** Authorities and people, with a key and a certificate each. */
export const PEOPLE: readonly Issue[] = [
  { ...root, issuer: null, section: 'root' },
  { ...middle, issuer: root, section: 'middle' },
  { ...nationalRoot, issuer: null, section: 'root' },
  { name: 'rsa', kind: 'rsa', issuer: middle, section: 'mail' },
  { name: 'ec', kind: 'ec', issuer: middle, section: 'mail' },
  { name: 'sm2', kind: 'sm2', issuer: nationalRoot, section: 'mail' },
  // Made for a web server, and by a person who is no authority.
  { name: 'web', kind: 'ec', issuer: middle, section: 'web' },
  { name: 'posing', kind: 'ec', issuer: { name: 'ec', kind: 'ec' }, section: 'mail' },
  // node-forge reads no certificate that another algorithm than RSA signed.
  { name: 'forge', kind: 'rsa', issuer: null, section: 'mail' },
]

export interface Case {
  readonly file: string
  /** Whose key signed it, opens it, or is in it. */
  readonly person: 'rsa' | 'ec' | 'sm2'
  /** What is handed to openssl beside what all of its kind have. */
  readonly options: readonly string[]
}

export const SIGNED: readonly Case[] = [
  { file: 'rsa.p7m', person: 'rsa', options: ['-nodetach'] },
  { file: 'rsa-in-pieces.p7m', person: 'rsa', options: ['-nodetach', '-stream'] },
  { file: 'rsa-pss.p7m', person: 'rsa', options: ['-nodetach', '-keyopt', 'rsa_padding_mode:pss'] },
  { file: 'rsa-by-key-id.p7m', person: 'rsa', options: ['-nodetach', '-keyid'] },
  { file: 'rsa-no-attributes.p7m', person: 'rsa', options: ['-nodetach', '-noattr'] },
  { file: 'rsa-sha512.p7m', person: 'rsa', options: ['-nodetach', '-md', 'sha512'] },
  { file: 'rsa-beside.p7s', person: 'rsa', options: [] },
  { file: 'ec.p7m', person: 'ec', options: ['-nodetach'] },
  { file: 'ec-beside.p7s', person: 'ec', options: [] },
]

/** Signed with SHA-1, which is read with a word. */
export const SIGNED_BY_SHA1: Case = { file: 'rsa-sha1.p7m', person: 'rsa', options: ['-nodetach', '-md', 'sha1'] }

const OLD_PROVIDER = ['-provider', 'legacy', '-provider', 'default']
const OAEP = ['-keyopt', 'rsa_padding_mode:oaep']

/** Opened by a code, and by no key. */
export const BY_CODE = { file: 'by-code.p7m', code: 'K7QM-2XNP-9RTA-4WHC-6JEF' }

export const ENCRYPTED: readonly Case[] = [
  { file: 'rsa-aes256.p7m', person: 'rsa', options: ['-aes256', 'rsa.pem'] },
  { file: 'rsa-aes128.p7m', person: 'rsa', options: ['-aes128', 'rsa.pem'] },
  { file: 'rsa-aes192.p7m', person: 'rsa', options: ['-aes192', 'rsa.pem'] },
  { file: 'rsa-3des.p7m', person: 'rsa', options: ['-des3', 'rsa.pem'] },
  { file: 'rsa-rc2-40.p7m', person: 'rsa', options: [...OLD_PROVIDER, '-rc2-40-cbc', 'rsa.pem'] },
  { file: 'rsa-aes256-gcm.p7m', person: 'rsa', options: ['-aes-256-gcm', 'rsa.pem'] },
  { file: 'rsa-in-pieces.p7m', person: 'rsa', options: ['-aes256', '-stream', 'rsa.pem'] },
  { file: 'rsa-by-key-id.p7m', person: 'rsa', options: ['-aes256', '-keyid', 'rsa.pem'] },
  { file: 'rsa-oaep-sha1.p7m', person: 'rsa', options: ['-aes256', '-recip', 'rsa.pem', ...OAEP] },
  {
    file: 'rsa-oaep-sha256-label.p7m',
    person: 'rsa',
    options: [
      ...['-aes-256-gcm', '-recip', 'rsa.pem', ...OAEP],
      ...['-keyopt', 'rsa_oaep_md:sha256', '-keyopt', 'rsa_oaep_label:deadbeef'],
    ],
  },
  { file: 'ec-aes256.p7m', person: 'ec', options: ['-aes256', 'ec.pem'] },
  { file: 'ec-aes128-gcm.p7m', person: 'ec', options: ['-aes-128-gcm', 'ec.pem'] },
  { file: 'ec-sha256.p7m', person: 'ec', options: ['-aes256', '-recip', 'ec.pem', '-keyopt', 'ecdh_kdf_md:sha256'] },
  { file: 'two-people.p7m', person: 'ec', options: ['-aes256', 'rsa.pem', 'ec.pem'] },
]

export interface KeyFileCase extends Case {
  readonly password: string
}

const PASSWORD = '雁书 pass word'
const OLD = [...OLD_PROVIDER, '-legacy']

export const KEY_FILES: readonly KeyFileCase[] = [
  { file: 'rsa.p12', person: 'rsa', password: PASSWORD, options: [] },
  { file: 'ec.p12', person: 'ec', password: PASSWORD, options: [] },
  { file: 'sm2.p12', person: 'sm2', password: PASSWORD, options: [] },
  // As Windows wrote them for years.
  { file: 'rsa-3des-rc2.p12', person: 'rsa', password: 'old password', options: OLD },
  { file: 'ec-3des.p12', person: 'ec', password: 'old password', options: [...OLD, '-certpbe', 'PBE-SHA1-3DES'] },
  { file: 'no-password.p12', person: 'ec', password: '', options: [] },
  { file: 'no-check.p12', person: 'ec', password: PASSWORD, options: ['-nomac'] },
  {
    file: 'sha512-aes192.p12',
    person: 'ec',
    password: PASSWORD,
    options: ['-macalg', 'sha512', '-keypbe', 'AES-192-CBC', '-certpbe', 'AES-128-CBC'],
  },
]

/** Whole mails by openssl, with the layers that are around their text, from the outside in. */
export const MAILS = [
  { file: 'beside.eml', steps: ['sign'], layers: ['signed'] },
  { file: 'inside.eml', steps: ['sign-inside'], layers: ['signed'] },
  { file: 'encrypted.eml', steps: ['encrypt'], layers: ['encrypted'] },
  { file: 'signed-encrypted.eml', steps: ['sign', 'encrypt'], layers: ['encrypted', 'signed'] },
  { file: 'encrypted-signed.eml', steps: ['encrypt', 'sign'], layers: ['signed', 'encrypted'] },
  { file: 'triple.eml', steps: ['sign', 'encrypt', 'sign-inside'], layers: ['signed', 'encrypted', 'signed'] },
] as const
