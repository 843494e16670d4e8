import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Bytes } from '../src/bytes.ts'

/** openssl in a folder: the other side of what this package reads and writes. */
export interface OpenSsl {
  /** Runs a command in the folder; its output. */
  run(...args: readonly string[]): Bytes
  read(name: string): Bytes
  write(name: string, content: Uint8Array | string): void
}

export function openSsl(folder: string): OpenSsl {
  return {
    run: (...args) =>
      new Uint8Array(
        execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 27 }),
      ),
    read: (name) => new Uint8Array(readFileSync(path.join(folder, name))),
    write: (name, content) => writeFileSync(path.join(folder, name), content),
  }
}

const EXTENSIONS = `
[root]
basicConstraints=critical,CA:true
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[middle]
basicConstraints=critical,CA:true,pathlen:0
keyUsage=critical,keyCertSign
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[mail]
basicConstraints=CA:false
keyUsage=critical,digitalSignature,keyEncipherment,keyAgreement
extendedKeyUsage=emailProtection
subjectAltName=email:$ENV::ADDRESS
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[web]
basicConstraints=CA:false
extendedKeyUsage=serverAuth
subjectAltName=email:$ENV::ADDRESS
[bare]
basicConstraints=CA:false
`

export type KeyKind = 'rsa' | 'ec' | 'sm2'

const NEW_KEY: Readonly<Record<KeyKind, readonly string[]>> = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  sm2: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:SM2'],
}

const SM2_ID = 'distid:1234567812345678'

export interface Issue {
  readonly name: string
  readonly kind: KeyKind
  /** null for a root. */
  readonly issuer: { readonly name: string; readonly kind: KeyKind } | null
  readonly section: 'root' | 'middle' | 'mail' | 'web' | 'bare'
  readonly address?: string
  readonly days?: number
}

/** Makes NAME.key and NAME.pem. */
export function issueByOpenSsl(openssl: OpenSsl, issue: Issue): void {
  const { name, kind, issuer, section, address = `${name}@yanshu.test`, days = 36_500 } = issue
  openssl.write('extensions.cnf', EXTENSIONS.replaceAll('$ENV::ADDRESS', address))
  openssl.run('genpkey', ...NEW_KEY[kind], '-out', `${name}.key`)
  const digest = (signer: KeyKind) => (signer === 'sm2' ? ['-sm3', '-sigopt', SM2_ID] : ['-sha256'])
  openssl.run(
    'req',
    '-new',
    '-key',
    `${name}.key`,
    '-subj',
    `/C=CN/O=Yanshu/CN=${name}`,
    '-utf8',
    '-out',
    `${name}.csr`,
    ...digest(kind),
  )
  const signer = issuer ?? { name, kind }
  openssl.run(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...(kind === 'sm2' ? ['-vfyopt', SM2_ID] : []),
    ...(issuer
      ? ['-CA', `${signer.name}.pem`, '-CAkey', `${signer.name}.key`, '-CAcreateserial']
      : ['-signkey', `${name}.key`]),
    '-days',
    String(days),
    '-extfile',
    'extensions.cnf',
    '-extensions',
    section,
    '-out',
    `${name}.pem`,
    ...digest(signer.kind),
  )
}
