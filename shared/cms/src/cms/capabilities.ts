import type { Bytes } from '../bytes.ts'
import { readAlgorithm } from '../crypto/algorithmId.ts'
import { readOaep, writeOaep } from '../crypto/oaep.ts'
import { OID } from '../der/oids.ts'
import type { DerNode } from '../der/readDer.ts'
import { oid, sequence } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'

/** Programs announce about ten; what stands behind these is not read. */
const MOST_CAPABILITIES = 50

/** What this package reads, most wanted first: what writers of letters to its people may use. */
export const OWN_CAPABILITIES: readonly string[] = [OID.aes256Gcm, OID.aes256Cbc, OID.aes128Cbc, OID.rsaOaep]

/** The same of people with keys of SM2. */
export const OWN_NATIONAL_CAPABILITIES: readonly string[] = [OID.sm4Cbc]

/**
 * What a mail program announces that it reads, most wanted first, as object identifiers: in a signed letter (RFC 8551
 * §2.5.2) or a certificate (RFC 4262). RSA-OAEP is among them where it is announced with SHA-256, as it is written here.
 */
export function readCapabilities(node: DerNode): string[] {
  return node.children.slice(0, MOST_CAPABILITIES).flatMap((child) => {
    const algorithm = readAlgorithm(child)
    if (algorithm.oid !== OID.rsaOaep) return [algorithm.oid]
    try {
      const { digest, label } = readOaep(algorithm)
      return digest === 'SHA-256' && label.length === 0 ? [algorithm.oid] : []
    } catch (error) {
      if (error instanceof CmsError) return []
      throw error
    }
  })
}

/** Writes those of the capabilities that this package has itself. */
export function writeCapabilities(capabilities: readonly string[]): Bytes {
  const own = [...OWN_CAPABILITIES, ...OWN_NATIONAL_CAPABILITIES].filter((one) => capabilities.includes(one))
  return sequence(...own.map((one) => (one === OID.rsaOaep ? writeOaep() : sequence(oid(one)))))
}
