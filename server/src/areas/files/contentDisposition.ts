/**
 * A Content-Disposition header (RFC 6266): the name for old clients in ASCII, and as it is for all others.
 * Everything that could end the header or the name is taken out or encoded.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFC').replace(/[\p{Cc}\p{Cs}]/gu, '') || 'file'
  const ascii = plain.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(plain).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
