import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openSsl } from './openssl.ts'

const CONFIG = `
[ca]
default_ca=authority
[authority]
database=index.txt
serial=serial
crlnumber=number
new_certs_dir=.
certificate=root.pem
private_key=root.key
default_md=sha256
default_days=36500
policy=any
x509_extensions=mail
crl_extensions=list
[any]
commonName=supplied
[req]
distinguished_name=name
[name]
[root]
basicConstraints=critical,CA:true
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash
[mail]
extendedKeyUsage=emailProtection
subjectAltName=email:li.na@yanshu.test
authorityInfoAccess=OCSP;URI:http://ocsp.yanshu.test/
crlDistributionPoints=URI:http://pki.yanshu.test/root.crl
[answers]
extendedKeyUsage=OCSPSigning
keyUsage=digitalSignature
[list]
authorityKeyIdentifier=keyid
issuingDistributionPoint=critical,@point
[point]
fullname=URI:http://pki.yanshu.test/root.crl
onlyuser=true
`

const KEPT: ReadonlySet<string> = new Set([
  ...['root.pem', 'valid.pem', 'revoked.pem', 'root.crl'],
  ...['valid.request', 'revoked.request', 'valid.answer', 'revoked.answer'],
])

/** Makes what the tests of revocation read, by an authority of openssl that has revoked one of two certificates. */
export function makeRevocationFixtures(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { run, write } = openSsl(folder)
  write('ca.cnf', CONFIG)
  write('index.txt', '')
  write('serial', '7001\n')
  write('number', '01\n')
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'] as const
  run(
    ...['req', '-x509', ...curve, '-keyout', 'root.key', '-out', 'root.pem', '-days', '36500'],
    ...['-subj', '/CN=Root', '-config', 'ca.cnf', '-extensions', 'root'],
  )
  for (const [name, section] of [
    ['valid', 'mail'],
    ['revoked', 'mail'],
    ['responder', 'answers'],
  ] as const) {
    run(
      ...['req', '-new', ...curve, '-keyout', `${name}.key`, '-out', `${name}.csr`],
      ...['-subj', `/CN=${name}`, '-config', 'ca.cnf'],
    )
    run(
      ...['ca', '-batch', '-config', 'ca.cnf', '-in', `${name}.csr`, '-out', `${name}.pem`, '-notext'],
      ...['-extensions', section],
    )
  }
  run('ca', '-config', 'ca.cnf', '-revoke', 'revoked.pem', '-crl_reason', 'keyCompromise')
  run('ca', '-config', 'ca.cnf', '-gencrl', '-crldays', '3650', '-out', 'list.pem')
  run('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'root.crl')
  for (const name of ['valid', 'revoked']) {
    run('ocsp', '-issuer', 'root.pem', '-cert', `${name}.pem`, '-no_nonce', '-reqout', `${name}.request`)
    run(
      ...['ocsp', '-index', 'index.txt', '-CA', 'root.pem', '-rsigner', 'responder.pem', '-rkey', 'responder.key'],
      ...['-reqin', `${name}.request`, '-respout', `${name}.answer`, '-ndays', '3650'],
    )
  }
  for (const name of readdirSync(folder)) if (!KEPT.has(name)) rmSync(path.join(folder, name))
}

if (import.meta.main) makeRevocationFixtures(path.join(import.meta.dirname, 'fixtures/revocation'))
