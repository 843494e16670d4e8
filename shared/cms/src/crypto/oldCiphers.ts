import { type Bytes, joinBytes } from '../bytes.ts'
import { decryptAes } from './aes.ts'
import { decryptDes3 } from './des.ts'

// What WebCrypto does not have, and old mail and key files were protected with. Only read, never written.

export { decryptRc2 } from './rc2.ts'

/** Decrypts 3DES in CBC, its padding kept. A key of 16 bytes is one whose third part is the first again. */
export const decryptTripleDes = (key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> =>
  decryptDes3(key.length === 16 ? joinBytes(key, key.subarray(0, 8)) : key, iv, bytes)

/** Decrypts AES-192 in CBC, its padding kept: Chromium's WebCrypto refuses keys of 192 bits. */
export const decryptAes192 = (key: Bytes, iv: Bytes, bytes: Bytes): Promise<Bytes> => decryptAes(key, iv, bytes)
