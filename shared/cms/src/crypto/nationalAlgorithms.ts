// SM2, SM3 and SM4 in one file: one chunk of the page.

export { decryptBy, encryptTo, isSigned, ORDER, pointOf, signDigest, signerDigest } from './sm2Curve.ts'
export { longSm3 } from './sm3.ts'
export { decryptSm4, encryptSm4 } from './sm4.ts'
