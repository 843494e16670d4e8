/** What tests use of node-forge to write key files as other programs of JavaScript do. */
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
    readonly asn1: { toDer(asn1: Opaque): { getBytes(): string } }
  }
  export default forge
}
