import type { LetterFile } from './sealedFile.ts'
import { SEALED_PICTURE } from './sealedPictureMark.ts'

/** The key of one picture: 32 bytes in base64 with the characters of addresses, without its ending. */
const PICTURE = /file\/showSendMailPicture\/([\w-]{16,80}(?:#sealed-[\w-]{43})?)/g

/**
 * How the HTML of a letter names one of its pictures. Behind the id of an encrypted one stands the key of this picture alone: a
 * fragment of the address, which no request carries. Such HTML is kept by the server as sealed text, never as it is.
 */
export interface LetterPicture {
  readonly fileId: string
  /** In base64; null for a picture that is readable on the server. */
  readonly key: string | null
}

/** The last part of the address of a picture. */
export const pictureName = ({ fileId, key }: LetterPicture): string =>
  key === null ? fileId : `${fileId}${SEALED_PICTURE}${key.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')}`

/** The picture that such a name is of. */
export function namedPicture(name: string): LetterPicture {
  const [fileId = '', key] = name.split(SEALED_PICTURE)
  return { fileId, key: key === undefined ? null : `${key.replaceAll('-', '+').replaceAll('_', '/')}=` }
}

/** The names of the pictures of this server that HTML shows, each once. */
export const pictureNames = (html: string): string[] => [
  ...new Set([...html.matchAll(PICTURE)].map(([, name = '']) => name)),
]

/** Gives the pictures of HTML other names. */
export const withPictureNames = (html: string, next: (name: string) => string): string =>
  html.replace(PICTURE, (_, name: string) => `file/showSendMailPicture/${next(name)}`)

/** HTML as the server may read it: without the keys of its pictures. */
export const withoutPictureKeys = (html: string): string => withPictureNames(html, (name) => namedPicture(name).fileId)

/** A picture of the text, as a file of the letter. Its type and length are not known. */
export function pictureFile(name: string): LetterFile {
  const { fileId, key } = namedPicture(name)
  return {
    ...{ fileId, name: fileId, contentType: '', size: 0, contentId: fileId, kind: 'file' },
    ...(key === null ? {} : { seal: { as: fileId, key } }),
  }
}

/** Whether HTML shows pictures that the server cannot read. */
export const hasSealedPictures = (html: string): boolean =>
  pictureNames(html).some((name) => name.includes(SEALED_PICTURE))

/** Bytes from which the type of a picture is seen. */
const PICTURE_HEAD = 12

/** The type of a picture that every mail program reads, by its first bytes; null for all else. */
export function mailPictureType(head: Uint8Array): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | null {
  const text = String.fromCharCode(...head.subarray(0, PICTURE_HEAD))
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : null
}

/** The same of a file, which is read by its beginning alone. */
export const typeOfPicture = async (content: Blob) =>
  mailPictureType(new Uint8Array(await content.slice(0, PICTURE_HEAD).arrayBuffer()))
