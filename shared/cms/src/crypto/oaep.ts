import type { Bytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, insideOf, octetsOf } from '../der/readDer.ts'
import { sequence, tagged } from '../der/writeDer.ts'
import { CmsError } from '../errors.ts'
import { type AlgorithmId, readAlgorithm, writeAlgorithm, writeAlgorithmWithNull } from './algorithmId.ts'
import { type DigestName, digestName } from './digests.ts'

export interface OaepParameters {
  readonly digest: DigestName
  readonly label: Bytes
}

/** The parameters of RSA-OAEP (RFC 4055 §4.1). Throws `unsupported` for two digests, and for SM3. */
export function readOaep({ parameters }: AlgorithmId): OaepParameters {
  let digest: DigestName = 'SHA-1'
  let mask: DigestName = 'SHA-1'
  let label: Bytes = new Uint8Array(0)
  if (parameters) {
    const fields = fieldsOf(parameters, 'the parameters of RSA-OAEP')
    const hash = fields.optionalContext(0)
    if (hash) digest = digestName(readAlgorithm(insideOf(hash, 'a digest')).oid)
    const generator = fields.optionalContext(1)
    if (generator) {
      const inner = readAlgorithm(insideOf(generator, 'a mask')).parameters
      if (inner) mask = digestName(readAlgorithm(inner).oid)
    }
    const source = fields.optionalContext(2)
    if (source) {
      const inner = readAlgorithm(insideOf(source, 'a label')).parameters
      if (inner) label = octetsOf(inner)
    }
  }
  if (digest !== mask || digest === 'SM3') throw new CmsError('unsupported', 'RSA-OAEP with two digests')
  return { digest, label }
}

/** RSA-OAEP with SHA-256 for its digest and its mask: the only form that is written and announced here. */
export function writeOaep(): Bytes {
  const sha256 = writeAlgorithmWithNull(OID.sha256)
  return writeAlgorithm(OID.rsaOaep, sequence(tagged(0, sha256), tagged(1, writeAlgorithm(OID.mgf1, sha256))))
}
