import type { Context } from '../context/context.ts'

/** A file of an account's archive; its content is made while it is written. */
export interface ArchiveFile {
  /** With folders, such as `mail/收件箱.mbox`; what a system refuses in names is replaced. */
  readonly path: string
  readonly content: AsyncIterable<Uint8Array | string>
}

/** Whose archive is made. */
export interface ArchiveAsking {
  readonly accountId: number
  /** Folders with a password that were open to who asked; the others stay out. */
  readonly openFolders: ReadonlySet<number>
  /** One thing more is written; `lost` when it was there and could not be read. */
  onWritten(lost?: boolean): void
}

/** What one area writes into "take everything with me". Areas are listed in `archiveParts.ts`. */
export interface ArchivePart {
  readonly name: string
  /** About how many things `onWritten` will count, for the progress. */
  count(context: Context, asking: ArchiveAsking): Promise<number>
  files(context: Context, asking: ArchiveAsking): Promise<readonly ArchiveFile[]>
}

/** A file of one text. */
export async function* textFile(text: () => Promise<string> | string): AsyncGenerator<string> {
  yield await text()
}

/** A file of JSON, to be read by people and programs. */
export const jsonFile = (value: () => Promise<unknown>): AsyncGenerator<string> =>
  textFile(async () => `${JSON.stringify(await value(), null, 2)}\n`)
