import { globSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BY_CODE, ENCRYPTED, KEY_FILES, MAIL, MAILS, PEOPLE, SIGNED, SIGNED_BY_SHA1 } from './cases.ts'
import { issueByOpenSsl, type OpenSsl, openSsl } from './openssl.ts'

/** Makes by openssl all that the tests of this package read. The interop run makes it anew, and reads it again. */
export function makeFixtures(folder: string): OpenSsl {
  for (const part of ['signed', 'encrypted', 'key-files', 'mails'])
    mkdirSync(path.join(folder, part), { recursive: true })
  const openssl = openSsl(folder)
  openssl.write('mail', MAIL)
  for (const person of PEOPLE) issueByOpenSsl(openssl, person)
  for (const { file, person, options } of [...SIGNED, SIGNED_BY_SHA1]) {
    openssl.run(
      ...['cms', '-sign', '-binary', '-in', 'mail', '-signer', `${person}.pem`, '-inkey', `${person}.key`],
      ...['-certfile', 'middle.pem', '-outform', 'DER', '-out', `signed/${file}`, ...options],
    )
  }
  for (const { file, options } of ENCRYPTED) {
    openssl.run('cms', '-encrypt', '-binary', '-in', 'mail', '-outform', 'DER', '-out', `encrypted/${file}`, ...options)
  }
  const byCode = ['-aes-256-cbc', '-pwri_password', BY_CODE.code, '-out', `encrypted/${BY_CODE.file}`]
  openssl.run('cms', '-encrypt', '-binary', '-in', 'mail', '-outform', 'DER', ...byCode)
  for (const { file, person, password, options } of KEY_FILES) {
    openssl.run(
      ...['pkcs12', '-export', '-inkey', `${person}.key`, '-in', `${person}.pem`, '-certfile', 'root.pem'],
      ...['-name', '李娜', '-passout', `pass:${password}`, '-out', `key-files/${file}`, ...options],
    )
  }
  makeMails(openssl)
  openssl.run('pkcs12', '-export', '-nokeys', '-in', 'root.pem', '-passout', 'pass:a', '-out', 'key-files/no-key.p12')
  for (const left of globSync(['*.csr', '*.srl', '*.cnf', 'mail', 'mail.next*'], { cwd: folder }))
    rmSync(path.join(folder, left))
  return openssl
}

/** Signed with the RSA key, encrypted to the one of a curve; openssl ends lines with LF, as mail stored by Unix does. */
function makeMails(openssl: OpenSsl): void {
  const signing = ['-sign', '-signer', 'rsa.pem', '-inkey', 'rsa.key', '-certfile', 'middle.pem']
  const steps = { sign: signing, 'sign-inside': [...signing, '-nodetach'], encrypt: ['-encrypt', '-aes256', 'ec.pem'] }
  for (const { file, steps: names } of MAILS) {
    let input = 'mail'
    for (const name of names) {
      openssl.run('cms', ...steps[name].slice(0, 1), '-in', input, '-out', `${input}.next`, ...steps[name].slice(1))
      input = `${input}.next`
    }
    openssl.write(`mails/${file}`, openssl.read(input))
  }
}

if (import.meta.main) makeFixtures(path.join(import.meta.dirname, 'fixtures'))
