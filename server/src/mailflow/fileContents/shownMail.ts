import type { FileField } from '@yanshu/contracts'
import type { BlockSink } from './fileBlocks.ts'

/** What is shown of a mail that is a file. */
export interface ShownMail {
  readonly subject: string
  readonly from: string
  readonly to: string
  readonly cc: string
  /** Epoch milliseconds; null where it does not say it. */
  readonly date: number | null
  readonly text: string
  /** Bytes of each file as given in the mail. */
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

/** Shows a mail by its head, text and files. Throws `EnoughError`. */
export function addShownMail(mail: ShownMail, sink: BlockSink): void {
  sink.add({ kind: 'heading', level: 2, text: mail.subject })
  const fields: { field: FileField; value: string }[] = [
    { field: 'from', value: mail.from },
    { field: 'to', value: mail.to },
    { field: 'cc', value: mail.cc },
    { field: 'date', value: mail.date === null ? '' : new Date(mail.date).toISOString() },
  ]
  const known = fields.filter(({ value }) => value !== '')
  if (known.length > 0) sink.add({ kind: 'fields', fields: known })
  sink.add({ kind: 'text', text: mail.text.replaceAll('\r\n', '\n') })
  if (mail.files.length > 0) sink.add({ kind: 'entries', entries: [...mail.files] })
}

/** A person by name and address, of which one may be missing. */
export function personText(name: string, address: string): string {
  const mail = address.includes('@') ? address : ''
  if (mail === '' || name === mail) return name
  return name === '' ? mail : `${name} <${mail}>`
}
