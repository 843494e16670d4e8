import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Bytes,
  type Certificate,
  type HeldKey,
  type PrivateKey,
  pemBlocks,
  readCertificates,
  readPrivateKey,
} from '../src/index.ts'

/** What openssl made in a folder, by `makeFixtures`. */
export interface Fixtures {
  read(name: string): Bytes
  certificate(person: string): Certificate
  key(person: string): PrivateKey
  held(...people: readonly string[]): HeldKey[]
}

export function fixturesIn(folder: string): Fixtures {
  const read = (name: string) => new Uint8Array(readFileSync(path.join(folder, name)))
  const certificate = (person: string) => {
    const [first] = readCertificates(read(`${person}.pem`))
    if (!first) throw new Error(`no certificate in ${person}.pem`)
    return first
  }
  const key = (person: string) => {
    const [pkcs8] = pemBlocks(read(`${person}.key`), 'PRIVATE KEY')
    if (!pkcs8) throw new Error(`no key in ${person}.key`)
    return readPrivateKey(pkcs8)
  }
  const held = (...people: readonly string[]) =>
    people.map((person) => ({ privateKey: key(person), certificates: [certificate(person)] }))
  return { read, certificate, key, held }
}

/** Those that are checked in. */
export const fixtures: Fixtures = fixturesIn(path.join(import.meta.dirname, 'fixtures'))

/** A day on which all certificates of the fixtures are valid. */
export const DAY = new Date('2027-06-01T00:00:00Z')

/** The same bytes with one bit of this byte turned; counted from the end when negative. */
export function withBitTurned(bytes: Bytes, at: number): Bytes {
  const turned = bytes.slice()
  const index = at < 0 ? turned.length + at : at
  turned[index] = (turned[index] ?? 0) ^ 1
  return turned
}
