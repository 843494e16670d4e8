import { type FileSeal, SEALED_FILE_TYPE } from '@yanshu/contracts'
import type { Cms } from '../crypto/fetchCms.ts'

/*
 * A file of a draft, encrypted before it is uploaded: AES-256-GCM in pieces of 1 MiB under a key of this file alone, so that the
 * memory that it needs does not grow with the file. The nonce of a piece is its number and whether it is the last one: pieces
 * that were exchanged, left out or cut off do not open.
 */
const PIECE = 1_048_576
const TAG = 16
const KEY_LENGTH = 32

function nonceOf(piece: number, isLast: boolean): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12)
  nonce[0] = isLast ? 1 : 0
  new DataView(nonce.buffer).setUint32(8, piece)
  return nonce
}

/** Works on each piece of a file, one after the other. */
async function inPieces(
  file: Blob,
  length: number,
  work: (bytes: ArrayBuffer, nonce: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<Blob[]> {
  const pieces: Blob[] = []
  const count = Math.max(1, Math.ceil(file.size / length))
  for (let at = 0; at < count; at += 1) {
    const bytes = await file.slice(at * length, (at + 1) * length).arrayBuffer()
    pieces.push(new Blob([await work(bytes, nonceOf(at, at === count - 1))]))
  }
  return pieces
}

/** Encrypts a file. The server is given neither its name nor its type. */
export async function sealFile(cms: Cms, file: Blob): Promise<{ sealed: File; seal: FileSeal }> {
  const raw = crypto.getRandomValues(new Uint8Array(KEY_LENGTH))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const pieces = await inPieces(file, PIECE, (bytes, iv) => crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes))
  const as = `${crypto.randomUUID()}.sealed`
  return { sealed: new File(pieces, as, { type: SEALED_FILE_TYPE }), seal: { as, key: cms.toBase64(raw) } }
}

/** Opens a file that was encrypted. Throws `CmsError` where it was changed or cut off. */
export async function openFile(cms: Cms, sealed: Blob, { key: text }: FileSeal): Promise<Blob> {
  const key = await crypto.subtle.importKey('raw', cms.fromBase64(text), 'AES-GCM', false, ['decrypt'])
  const open = async (data: ArrayBuffer, iv: Uint8Array<ArrayBuffer>) => {
    try {
      return await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
    } catch {
      throw new cms.CmsError('not-decrypted', 'a file of a draft')
    }
  }
  return new Blob(await inPieces(sealed, PIECE + TAG, open))
}
