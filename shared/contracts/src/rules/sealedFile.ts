import type { Attachment } from '../http/mail.ts'

/** The media type under which the server keeps a file of a draft that was encrypted before it was uploaded. */
export const SEALED_FILE_TYPE = 'application/x-yanshu-sealed'

/** What opens a file that was encrypted before it was uploaded. It stands in the sealed text of its draft alone. */
export interface FileSeal {
  /** What the server has it as: a name of its own, which no other file has. */
  readonly as: string
  /** The key of this file alone, 32 bytes in base64. */
  readonly key: string
}

/** A file of a letter that is written. Name, type and size are those of its readable content. */
export type LetterFile = Attachment & { readonly seal?: FileSeal }

/** An encrypted file as the sealed text of its draft names it. */
export interface SealedFile extends FileSeal {
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}
