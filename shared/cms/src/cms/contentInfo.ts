import type { Bytes } from '../bytes.ts'
import { OID } from '../der/oids.ts'
import { fieldsOf, insideOf, isContext, nextOid, readDer } from '../der/readDer.ts'
import { CmsError } from '../errors.ts'
import { type EnvelopedData, readAuthEnvelopedData, readEnvelopedData } from './envelopedData.ts'
import { readSignedData, type SignedData } from './signedData.ts'

/** What a protected part holds (RFC 5652 §3). */
export type CmsData = SignedData | EnvelopedData

/** Reads a protected part, whichever it is; its MIME type is often wrong. */
export function readCms(bytes: Bytes): CmsData {
  const node = readDer(bytes)
  const fields = fieldsOf(node, 'a protected part')
  const type = nextOid(fields)
  const content = fields.any()
  if (!isContext(content, 0)) throw new CmsError('malformed', 'a protected part has no content')
  const inside = insideOf(content, 'a protected part')
  if (type === OID.signedData || type === OID.smSignedData) return readSignedData(inside)
  if (type === OID.envelopedData || type === OID.smEnvelopedData) return readEnvelopedData(inside)
  if (type === OID.authEnvelopedData) return readAuthEnvelopedData(inside)
  throw new CmsError('unsupported', `content ${type}`)
}
