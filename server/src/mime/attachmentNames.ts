import type { StructuredField } from './fields.ts'
import { safeFileName } from './fileNames.ts'

/** Extensions for parts that name no file. */
const EXTENSIONS = new Map([
  ['text/plain', 'txt'],
  ['text/html', 'html'],
  ['text/csv', 'csv'],
  ['text/calendar', 'ics'],
  ['application/ics', 'ics'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/rfc822-headers', 'txt'],
  ['message/rfc822', 'eml'],
  ['message/global', 'eml'],
  ['message/delivery-status', 'txt'],
  ['message/disposition-notification', 'txt'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/ms-tnef', 'dat'],
  ['application/pgp-signature', 'asc'],
  ['application/pkcs7-signature', 'p7s'],
  ['application/x-pkcs7-signature', 'p7s'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['video/mp4', 'mp4'],
])

/**
 * The declared name of a part. Content-Disposition wins over Content-Type, unless only the latter could be read.
 * Null when the part names none.
 */
export function declaredName(disposition: StructuredField, contentType: StructuredField): string | null {
  const names = [disposition.parameters.get('filename'), contentType.parameters.get('name')]
  const present = names.filter((name) => name !== undefined && name.trim() !== '')
  return present.find((name) => !name?.includes('\ufffd') && !/\?{2,}/.test(name ?? '')) ?? present[0] ?? null
}

/**
 * The safe name under which a part is shown and saved.
 *
 * @param index position among the attachments, which distinguishes nameless ones
 * @param subject subject of an attached mail, which is the best name it has
 */
export function attachmentName(declared: string | null, contentType: string, index: number, subject: string): string {
  const extension = EXTENSIONS.get(contentType)
  if (declared) return safeFileName(declared, `attachment-${index + 1}${extension ? `.${extension}` : ''}`)
  // A long subject leaves room for the extension.
  const stem = subject
    ? safeFileName([...subject].slice(0, 60).join('').replace(/[/\\]/g, '_'))
    : `attachment-${index + 1}`
  return safeFileName(extension ? `${stem}.${extension}` : stem)
}
