import type { IconName } from '../icons/paths.ts'

/** What a file is, by its extension. */
export interface FileType {
  readonly icon: IconName
  /** Tone of the icon, 1 to 12; 0 is neutral. */
  readonly tone: number
  /** Extension in upper case without the dot, for people. */
  readonly name: string
}

const KINDS: readonly (readonly [icon: IconName, tone: number, extensions: string])[] = [
  ['pdf', 1, 'pdf ofd'],
  ['doc', 9, 'doc docx dot dotx wps odt rtf pages'],
  ['sheet', 5, 'xls xlsx xlsm et csv ods numbers'],
  ['slides', 2, 'ppt pptx pps ppsx dps odp key'],
  ['image', 10, 'png jpg jpeg gif webp avif bmp svg tif tiff heic ico'],
  ['zip', 3, 'zip rar 7z tar gz tgz bz2 xz'],
  ['audio', 11, 'mp3 wav flac aac m4a ogg amr'],
  ['video', 12, 'mp4 mov avi mkv webm wmv flv m4v'],
  ['ics', 7, 'ics vcs'],
  ['contacts', 7, 'vcf'],
  ['mail', 8, 'eml msg'],
  ['code', 6, 'html htm xml json js ts css py java go rs sh sql yaml yml'],
  ['doc', 0, 'txt md log'],
]

const BY_EXTENSION = new Map(
  KINDS.flatMap(([icon, tone, extensions]) => extensions.split(' ').map((name) => [name, { icon, tone }] as const)),
)

/** Extension of a file name in lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.')
  return at > 0 && at < name.length - 1 ? name.slice(at + 1).toLowerCase() : ''
}

export function fileType(name: string): FileType {
  const extension = extensionOf(name)
  const { icon, tone } = BY_EXTENSION.get(extension) ?? { icon: 'file' as const, tone: 0 }
  return { icon, tone, name: extension.toUpperCase() }
}

/** A size for people: `0 B`, `980 B`, `1.2 KB`, `24 MB`. Steps of 1024, the same in every language. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = Math.max(0, bytes)
  let unit = 0
  while (unit < units.length - 1 && (unit === 0 ? value >= 1024 : Math.round(value) >= 1024)) {
    value /= 1024
    unit++
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}

/**
 * The two parts of a name that is cut in its middle: what may be shortened, and its end with the extension, which may not.
 * The first part is empty where the name is no longer than such an end.
 */
export function middleCut(name: string): readonly [start: string, end: string] {
  const extension = extensionOf(name)
  const letters = [...name]
  const kept = (extension && extension.length <= 8 ? extension.length + 1 : 0) + 4
  return letters.length <= kept ? ['', name] : [letters.slice(0, -kept).join(''), letters.slice(-kept).join('')]
}
