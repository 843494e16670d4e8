import { type Attachment, extensionOf } from '@yanshu/contracts'

/** How an attachment can be looked at without saving it; null when it has to be saved. */
export type PreviewKind = 'image' | 'pdf' | 'text'

const IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
])
const BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  bmp: 'image',
  pdf: 'pdf',
  txt: 'text',
  log: 'text',
  md: 'text',
  csv: 'text',
}

/**
 * What the server shows in place: raster pictures, PDF and plain text. SVG and HTML can carry scripts and are saved only.
 * The declared type counts; a type that says nothing (octet-stream) leaves it to the extension.
 */
export function previewKind({ contentType, name }: Pick<Attachment, 'contentType' | 'name'>): PreviewKind | null {
  const type = contentType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (IMAGES.has(type)) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/plain') return 'text'
  if (type !== '' && type !== 'application/octet-stream') return null
  return BY_EXTENSION[extensionOf(name)] ?? null
}
