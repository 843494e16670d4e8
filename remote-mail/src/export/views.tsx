import { showDialog } from '@yanshu/files/dialog'
import { ExportDialog, type ExportForm } from './ExportDialog.tsx'

/** Saves mails as one file, in a dialog with progress. */
export const exportMails = (mailIds: readonly number[], form: ExportForm): Promise<null> =>
  showDialog<null>(null, (done) => <ExportDialog mailIds={mailIds} form={form} onClose={() => done(null)} />)
