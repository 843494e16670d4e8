/** What is used of node-forge's modules, which are loaded one by one and have no types of their own. */
declare module 'node-forge/lib/forge.js' {
  interface ForgeBuffer {
    getBytes(): string
  }
  /** Decides about the padding at the end; true leaves it. */
  type Padding = (blockSize: number, buffer: ForgeBuffer, decrypting: boolean) => boolean
  interface BlockCipher {
    readonly output: ForgeBuffer
    start(options: { readonly iv: string }): void
    update(input: ForgeBuffer): void
    finish(padding: Padding): boolean
  }
  interface Rc2Cipher {
    readonly output: ForgeBuffer
    start(iv: string): void
    update(input: ForgeBuffer): void
    finish(padding: Padding): boolean
  }
  interface BigInteger {
    readonly isBigInteger?: never
  }
  interface RsaKey {
    readonly n: BigInteger
  }
  const forge: {
    readonly util: { createBuffer(bytes: string): ForgeBuffer }
    readonly cipher: { createDecipher(name: '3DES-CBC' | 'AES-CBC', key: string): BlockCipher }
    readonly rc2: { createDecryptionCipher(key: string, bits: number): Rc2Cipher }
    readonly jsbn: { readonly BigInteger: new (digits: string, radix: number) => BigInteger }
    readonly pki: {
      setRsaPrivateKey(
        n: BigInteger,
        e: BigInteger,
        d: BigInteger,
        p: BigInteger,
        q: BigInteger,
        dP: BigInteger,
        dQ: BigInteger,
        qInv: BigInteger,
      ): RsaKey
      readonly rsa: { decrypt(bytes: string, key: RsaKey, usePublic: boolean, length: false): string }
    }
  }
  export default forge
}
declare module 'node-forge/lib/aes.js'
declare module 'node-forge/lib/des.js'
declare module 'node-forge/lib/rc2.js'
declare module 'node-forge/lib/rsa.js'
