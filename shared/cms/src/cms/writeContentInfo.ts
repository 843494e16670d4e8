import type { Bytes } from '../bytes.ts'
import { oid, sequence, tagged } from '../der/writeDer.ts'

/** The outer form of every protected part: what it is, and its content (RFC 5652 §3). */
export const writeContentInfo = (type: string, content: Bytes): Bytes => sequence(oid(type), tagged(0, content))
