import type { IntentInput } from '@yanshu/contracts'
import { showDialog } from '@yanshu/files/dialog'
import { http } from '@yanshu/shell-api'
import { Checkbox, notify } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { refresh } from '../center/commands.ts'
import { useWords } from '../words.ts'
import { PlaceDialog } from './PlaceDialog.tsx'

/** Lets the folder be chosen in which files of another remote's screen are kept. False when they were not kept. */
export async function saveFiles({ files }: IntentInput<'files.save'>): Promise<boolean> {
  if (files.length === 0) return false
  const { saving } = await showDialog<Done>({ saving: null }, (done) => <SaveDialog files={files} onDone={done} />)
  return saving === null ? false : saving
}

interface Done {
  /** Whether the files are kept; null when the dialog was closed. */
  readonly saving: Promise<boolean> | null
}

interface SaveDialogProps {
  files: IntentInput<'files.save'>['files']
  onDone: (done: Done) => void
}

function SaveDialog({ files, onDone }: SaveDialogProps) {
  const say = useWords()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = files.filter(({ fileId }) => !left.has(fileId))
  const save = async (parentId: number) => {
    const fileIds = chosen.map(({ fileId }) => fileId)
    try {
      await http.post('documents/keep', { fileIds, parentId }, { loading: true })
    } catch {
      // The call has shown why.
      return false
    }
    notify.success(say('saved', { count: fileIds.length }))
    refresh()
    return true
  }
  const isSaving = useRef(false)
  const turn = (fileId: string) => {
    const next = new Set(left)
    if (!next.delete(fileId)) next.add(fileId)
    setLeft(next)
  }
  return (
    <PlaceDialog
      title={say('saveFiles')}
      submit={say('saveHere')}
      disabled={chosen.length === 0}
      onChosen={(parentId) => {
        isSaving.current = true
        onDone({ saving: save(parentId) })
      }}
      onClose={() => {
        if (!isSaving.current) onDone({ saving: null })
      }}
    >
      {files.length > 1 &&
        files.map(({ fileId, name }) => (
          <Checkbox key={fileId} label={name} checked={!left.has(fileId)} onChange={() => turn(fileId)} />
        ))}
    </PlaceDialog>
  )
}
