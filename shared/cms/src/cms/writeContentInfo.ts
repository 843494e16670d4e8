import { type Bytes, joinBytes } from '../bytes.ts'
import { elementPieces, oid } from '../der/writeDer.ts'

/** What a protected part is sent as (RFC 5652 §3): its type, and the pieces of its content. */
export const writeContentInfo = (type: string, ...content: readonly Uint8Array[]): Bytes =>
  joinBytes(...elementPieces(0x30, oid(type), ...elementPieces(0xa0, ...content)))
