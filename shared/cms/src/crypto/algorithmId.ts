import type { Bytes } from '../bytes.ts'
import { type DerNode, fieldsOf, nextOid } from '../der/readDer.ts'
import { nullValue, oid, sequence } from '../der/writeDer.ts'

/** An AlgorithmIdentifier: what is used, and with which parameters. */
export interface AlgorithmId {
  readonly oid: string
  readonly parameters: DerNode | null
  readonly der: Bytes
}

export function readAlgorithm(node: DerNode): AlgorithmId {
  const fields = fieldsOf(node, 'an algorithm')
  return { oid: nextOid(fields), parameters: fields.more ? fields.any() : null, der: node.whole }
}

export const writeAlgorithm = (name: string, ...parameters: readonly Bytes[]): Bytes =>
  sequence(oid(name), ...parameters)

/** An algorithm whose parameters are NULL, as those of RSA are. */
export const writeAlgorithmWithNull = (name: string): Bytes => writeAlgorithm(name, nullValue())
