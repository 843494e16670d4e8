/** What tests use of node-forge: key files as other programs of JavaScript write them, and RC2, which Node lacks. */
declare module 'node-forge' {
  interface Opaque {
    readonly isOpaque?: never
  }
  const forge: {
    readonly pki: {
      certificateFromPem(pem: string): Opaque
      privateKeyFromPem(pem: string): Opaque
    }
    readonly pkcs12: {
      toPkcs12Asn1(
        key: Opaque,
        certificates: readonly Opaque[],
        password: string,
        options: { readonly algorithm: '3des' | 'aes256'; readonly friendlyName: string },
      ): Opaque
    }
    readonly util: { createBuffer(bytes: string): Opaque }
    readonly rc2: {
      createEncryptionCipher(
        key: string,
        bits: number,
      ): {
        readonly output: { getBytes(): string }
        start(iv: string): void
        update(input: Opaque): void
        finish(): void
      }
    }
    readonly asn1: { toDer(asn1: Opaque): { getBytes(): string } }
  }
  export default forge
}
