import { http, t } from '@yanshu/shell-api'
import { showDialog } from '../frame/showDialog.tsx'
import { NS } from '../useWords.ts'
import { DoublesDialog } from './DoublesDialog.tsx'
import { type ChosenFile, ImportDialog } from './ImportDialog.tsx'
import { PastImports } from './PastImports.tsx'

/** Brings contacts of a file in, into a group where one is named; of a file that is here already, such as one of a mail. */
export const openImport = (groupId?: number, file?: ChosenFile): Promise<null> =>
  showDialog<null>(null, (done) => <ImportDialog groupId={groupId} file={file} onDone={() => done(null)} />)

/** Imports and merges of the last days, to be undone. */
export const openPastImports = (): Promise<null> =>
  showDialog<null>(null, (done) => <PastImports onDone={() => done(null)} />)

/** Contacts that may be one person, one after the other. */
export const openDoubles = (): Promise<null> =>
  showDialog<null>(null, (done) => <DoublesDialog onDone={() => done(null)} />)

export type ExportFormat = 'vcard3' | 'vcard4' | 'csv-zh' | 'csv-en'

/** Saves the contacts, or those of a group, as a file. */
export function exportContacts(format: ExportFormat, groupId?: number): Promise<void> {
  const which = groupId === undefined ? '' : `?groupId=${groupId}`
  const name = `${t(NS, 'files.name')}.${format.startsWith('csv') ? 'csv' : 'vcf'}`
  return http.download(`file/contacts/${format}${which}`, name).catch(() => undefined)
}

export { sendCard } from './sendCard.ts'
