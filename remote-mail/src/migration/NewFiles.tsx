import { ATTACHMENT_SIZE_MAX, type Attachment, MIGRATION_FILES_MAX, nameInSentence } from '@yanshu/contracts'
import { ApiError, http, useFolders } from '@yanshu/shell-api'
import { Button, Dialog, Select } from '@yanshu/ui'
import { createUploads, DropTarget, type UploadItem, UploadShelf } from '@yanshu/ui/upload'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type FileProblem, judgeFiles } from './mailFiles.ts'
import css from './migration.module.css'
import { ownFolders } from './range.ts'
import { uploadInParts } from './uploadInParts.ts'
import { useMigrationWords } from './words.ts'

const ACCEPTED = '.mbox,.mbx,.eml,.zip,.tar,.tgz,.gz,application/mbox,message/rfc822,application/zip'

/** Mail of files: they are uploaded, then brought into a folder in the background. */
export function NewFiles({ onClose }: { onClose: (hasBegun: boolean) => void }) {
  const say = useMigrationWords()
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const { lists, nameOf, byRole } = useFolders()
  const [items, setItems] = useState<readonly UploadItem<Attachment>[]>([])
  const [uploads] = useState(() =>
    createUploads<Attachment>({
      upload: uploadInParts,
      wordsFor: (error) => (error instanceof ApiError ? error.message : say('files.failed')),
      onChange: setItems,
    }),
  )
  // A dialog that is left stops what is on its way.
  useEffect(() => () => uploads.clear(), [uploads])
  const [problems, setProblems] = useState<readonly { name: string; problem: FileProblem }[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const folderId = chosen ?? byRole('inbox')?.folderId
  const folders = lists ? ownFolders(lists, nameOf) : []
  const fileIds = items.flatMap(({ uploaded }) => uploaded?.fileId ?? [])
  const isReady = items.length > 0 && fileIds.length === items.length && folderId !== undefined

  const add = (files: readonly File[]) => {
    const judged = judgeFiles(files, items.length)
    setProblems(judged.problems)
    uploads.add(judged.taken)
  }
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !isReady || folderId === undefined) return
    setBusy(true)
    const begun = await http.post('mail/mailMig/files', { fileIds, mailboxId: folderId }).catch(() => null)
    setBusy(false)
    if (begun) onClose(true)
  }
  return (
    <Dialog
      open
      wide
      title={say('files.begin')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{say('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={!isReady}>
            {say('files.start')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={(event) => void begin(event)}>
        <p className={css.quiet}>{say('files.lead', { count: MIGRATION_FILES_MAX })}</p>
        <DropTarget className={css.drop} onFiles={add} onPictures={add}>
          <p>{say('files.drop')}</p>
          <Button icon="upload" onClick={() => input.current?.click()} data-autofocus="">
            {say('files.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={ACCEPTED}
            aria-label={say('files.choose')}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              target.value = ''
            }}
          />
        </DropTarget>
        {problems.length > 0 && (
          <div role="alert">
            <ul className={css.problems}>
              {problems.map(({ name, problem }) => (
                <li key={name}>
                  {say(`files.problem.${problem}`, { name: nameInSentence(name), count: MIGRATION_FILES_MAX })}
                </li>
              ))}
            </ul>
          </div>
        )}
        <UploadShelf items={items} uploads={uploads} limit={ATTACHMENT_SIZE_MAX} />
        <Select
          label={say('files.into')}
          hint={say('files.intoHint')}
          value={folderId}
          options={folders.map(({ path, names }) => ({ value: Number(path), label: names.join(' / ') }))}
          onChange={setChosen}
        />
      </form>
    </Dialog>
  )
}
