/// <reference path="./forge.d.ts" />
import forge from 'node-forge/lib/forge.js'
import 'node-forge/lib/aes.js'
import 'node-forge/lib/des.js'
import 'node-forge/lib/rc2.js'
import { type Bytes, fromLatin1, joinBytes, toLatin1 } from '../bytes.ts'

// What WebCrypto does not have, and old mail and key files were protected with. Only read, never written.

const keepPadding = () => true

function runCbc(name: '3DES-CBC' | 'AES-CBC', key: Bytes, iv: Bytes, bytes: Bytes): Bytes {
  const cipher = forge.cipher.createDecipher(name, toLatin1(key))
  cipher.start({ iv: toLatin1(iv) })
  cipher.update(forge.util.createBuffer(toLatin1(bytes)))
  cipher.finish(keepPadding)
  return fromLatin1(cipher.output.getBytes())
}

/** Decrypts 3DES in CBC, its padding kept. A key of 16 bytes is one whose third part is the first again. */
export const decryptTripleDes = (key: Bytes, iv: Bytes, bytes: Bytes): Bytes =>
  runCbc('3DES-CBC', key.length === 16 ? joinBytes(key, key.subarray(0, 8)) : key, iv, bytes)

/** Decrypts AES-192 in CBC, its padding kept: Chromium's WebCrypto refuses keys of 192 bits. */
export const decryptAes192 = (key: Bytes, iv: Bytes, bytes: Bytes): Bytes => runCbc('AES-CBC', key, iv, bytes)

/** Decrypts RC2 in CBC, its padding kept. */
export function decryptRc2(key: Bytes, effectiveBits: number, iv: Bytes, bytes: Bytes): Bytes {
  const cipher = forge.rc2.createDecryptionCipher(toLatin1(key), effectiveBits)
  cipher.start(toLatin1(iv))
  cipher.update(forge.util.createBuffer(toLatin1(bytes)))
  cipher.finish(keepPadding)
  return fromLatin1(cipher.output.getBytes())
}
