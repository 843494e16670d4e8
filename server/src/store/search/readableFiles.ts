/** What is known of a file before it is read. */
export interface KnownFile {
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

/** Bytes of a file whose text is read; larger ones are found by their names alone. */
export const READABLE_SIZE_MAX = 32 * 1_024 * 1_024

/** How names end of files whose text can be read. Their bytes decide what they are. */
const ENDINGS = new Set([
  ...['pdf', 'docx', 'docm', 'dotx', 'xlsx', 'xlsm', 'xltx', 'pptx', 'pptm', 'ppsx', 'odt', 'ods', 'odp'],
  ...['txt', 'text', 'md', 'csv', 'tsv', 'log', 'htm', 'html', 'eml', 'msg'],
])
const TYPES =
  /^(?:application\/(?:pdf|ms-tnef|vnd\.(?:openxmlformats-|oasis\.opendocument\.|ms-(?:tnef|outlook)))|text\/(?:plain|html|csv|markdown)\b|message\/(?:rfc822|global)\b)/i

/** Whether the text of a file may be read. */
export function isReadable({ name, contentType, size }: KnownFile): boolean {
  if (size < 1 || size > READABLE_SIZE_MAX) return false
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return ENDINGS.has(ending) || TYPES.test(contentType) || /^winmail\.dat$/i.test(name)
}
