import type { EventFields, EventFile } from '@yanshu/contracts'
import type { EventRow } from './eventRows.ts'

/** A file of an event as its row has it, with the name of its content; '' for a link. */
export interface KeptFile extends EventFile {
  readonly hash: string
}

/** An event as it is written into a row: of its files the content is known. */
export type WrittenEvent = Omit<EventFields, 'files'> & { readonly files?: readonly KeptFile[] | undefined }

/** The files of a row. Rows that wait since before there were any have none. */
export const filesOf = ({ files }: { readonly files?: string | undefined }): KeptFile[] =>
  !files || files === '[]' ? [] : (JSON.parse(files) as KeptFile[])

/** The same as a person sees them. */
export const shownFiles = (row: Pick<EventRow, 'files'>): EventFile[] =>
  filesOf(row).map(({ hash: _hash, ...file }) => file)

/** The part of its files whose change sends a mail to its people. */
export const contentOfFiles = (row: Pick<EventRow, 'files'>): string =>
  JSON.stringify(filesOf(row).map(({ name, hash, link }) => [name, hash, link]))
