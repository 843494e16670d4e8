import { CONTACT_FILE_SIZE_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Dialog, notify } from '@yanshu/ui'
import { Steps } from '@yanshu/ui/steps'
import { DropTarget } from '@yanshu/ui/upload'
import { useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './files.module.css'
import { ImportPreview, usePreview } from './ImportPreview.tsx'
import { ImportReport } from './ImportReport.tsx'
import type { Reading } from './reading.ts'

/** A file that the server has already. */
export interface ChosenFile {
  readonly fileId: string
  readonly name: string
}

interface ImportDialogProps {
  groupId?: number | undefined
  file?: ChosenFile | undefined
  onDone: () => void
}

/** Contacts of a file in three steps: the file, what would be done, what has been done. Nothing is written before the last. */
export function ImportDialog({ groupId, file: given, onDone }: ImportDialogProps) {
  const say = useWords()
  const [reading, setReading] = useState<Reading | null>(given ? { fileId: given.fileId, charset: '' } : null)
  const [fileName, setFileName] = useState(given?.name ?? '')
  const [group, setGroup] = useState(groupId ?? 0)
  const [importId, setImportId] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const preview = usePreview(reading)
  const step = importId !== null ? 2 : reading && preview.data ? 1 : 0

  const take = async (file: File | undefined) => {
    if (!file || busy) return
    if (file.size > CONTACT_FILE_SIZE_MAX) {
      notify.warning(say('import.tooLarge'))
      return
    }
    setBusy(true)
    const uploaded = await http.upload('file/upload', file).catch(() => null)
    setBusy(false)
    if (!uploaded) return
    setFileName(file.name)
    setReading({ fileId: uploaded.fileId, charset: '' })
  }
  const start = async () => {
    if (!reading || busy) return
    setBusy(true)
    const started = await http.post('contact/import/start', { ...reading, groupId: group || null }).catch(() => null)
    setBusy(false)
    if (started) setImportId(started.importId)
  }
  const isEmpty = preview.data !== undefined && preview.data.added + preview.data.updated === 0
  const steps = (['file', 'look', 'report'] as const).map((id) => ({ id, title: say(`import.step.${id}`) }))
  return (
    <Dialog
      open
      wide
      title={say('files.import')}
      onClose={onDone}
      footer={
        step === 2 ? undefined : (
          <>
            {step === 1 && <Button onClick={() => setReading(null)}>{say('import.otherFile')}</Button>}
            <Button onClick={onDone}>{say('form.cancel')}</Button>
            {step === 1 && (
              <Button
                variant="primary"
                loading={busy}
                disabled={isEmpty || preview.isFetching}
                onClick={() => void start()}
              >
                {say('import.start', { count: (preview.data?.added ?? 0) + (preview.data?.updated ?? 0) })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={css.work}>
        <Steps label={say('files.import')} steps={steps} current={step} />
        {importId !== null ? (
          <ImportReport importId={importId} onDone={onDone} />
        ) : reading && preview.data ? (
          <ImportPreview
            preview={preview.data}
            fileName={fileName}
            reading={reading}
            onReading={setReading}
            groupId={group}
            onGroup={setGroup}
          />
        ) : (
          <ChooseFile busy={busy || (reading !== null && !preview.isError)} onFile={(file) => void take(file)} />
        )}
      </div>
    </Dialog>
  )
}

function ChooseFile({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropTarget className={css.drop} onFiles={([file]) => onFile(file)} onPictures={([file]) => onFile(file)}>
      <p>{say('import.drop')}</p>
      <Button variant="primary" icon="upload" loading={busy} onClick={() => input.current?.click()} data-autofocus="">
        {say('import.choose')}
      </Button>
      <small>{say('import.formats')}</small>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vcf,.vcard,.csv,.txt,text/vcard,text/csv"
        aria-label={say('import.choose')}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </DropTarget>
  )
}
