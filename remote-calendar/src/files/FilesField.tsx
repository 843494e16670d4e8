import { EVENT_FILES_MAX, EVENT_FILES_SIZE_MAX, type EventFile, nameInSentence } from '@yanshu/contracts'
import { ApiError, http, intents, useAnswered, useSwitch } from '@yanshu/shell-api'
import { Button, notify } from '@yanshu/ui'
import { formatBytes } from '@yanshu/ui/letter'
import { UploadShelf } from '@yanshu/ui/upload'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createFileList } from './fileList.ts'
import css from './files.module.css'
import { LinkRow } from './LinkRow.tsx'
import { useFileDrop } from './useFileDrop.ts'
import { useFileWords } from './words.ts'

export interface FilesFieldProps {
  /** To begin with. */
  files: readonly EventFile[]
  /** The files that are there, and why they cannot be saved yet; '' when they can. */
  onChange: (files: readonly EventFile[], waiting: string) => void
}

/** The files of an event in its form: chosen, dropped on the form, or taken from the documents. */
export default function FilesField({ files: first, onChange }: FilesFieldProps) {
  const say = useFileWords()
  const isAnswered = useAnswered('files.pick')
  const picks = useSwitch('netdiskEnable') && isAnswered
  const picker = useRef<HTMLInputElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const [field, setField] = useState<HTMLElement | null>(null)
  const [removed, setRemoved] = useState<{ name: string; undo: () => void } | null>(null)
  const [list] = useState(() =>
    createFileList(first, {
      upload: async (file, how) => {
        const { fileId, name, size, contentType } = await http.upload('file/upload', file, { ...how, silent: true })
        return { fileId, name, size, contentType, link: '' }
      },
      wordsFor: (error) => (error instanceof ApiError ? error.message : say('failedOne')),
    }),
  )
  const items = useSyncExternalStore(list.subscribe, list.items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the files change, not when the form is drawn anew
  useEffect(() => {
    const waiting = list.waiting()
    onChange(list.files(), waiting ? say(waiting) : '')
  }, [items])
  useEffect(() => {
    if (removed) undoButton.current?.focus()
  }, [removed])

  const add = (chosen: readonly File[]) => {
    setRemoved(null)
    const refused = list.add(chosen)
    const limits = { count: EVENT_FILES_MAX, size: formatBytes(EVENT_FILES_SIZE_MAX) }
    if (refused.length > 0) {
      notify.warning(
        refused
          .map(({ name, problem }) => say(`problem.${problem}`, { name: nameInSentence(name), ...limits }))
          .join('\n'),
      )
    }
  }
  const pick = async () => {
    const chosen = await intents.send('files.pick', { multiple: true })
    list.uploads.carry(chosen.map((file) => ({ ...file, contentType: '', link: '' })))
  }
  const remove = (key: string) => setRemoved(list.remove(key))
  const over = useFileDrop(field, add)
  const dialog = field?.closest('[role="dialog"]')
  return (
    // No landmark: the shelf in it is one of the same name.
    <fieldset ref={setField} className={css.field}>
      <legend className={css.title}>{say('title')}</legend>
      <UploadShelf
        items={items.filter(({ uploaded }) => !uploaded?.link)}
        uploads={{ ...list.uploads, remove }}
        limit={EVENT_FILES_SIZE_MAX}
      />
      {items.map(({ key, uploaded }) =>
        uploaded?.link ? <LinkRow key={key} file={uploaded} onRemove={() => remove(key)} /> : null,
      )}
      {removed && (
        <p className={css.removed} role="status">
          {say('removed', { name: nameInSentence(removed.name) })}
          <Button
            ref={undoButton}
            variant="text"
            size="small"
            onClick={() => {
              removed.undo()
              setRemoved(null)
              picker.current?.parentElement?.querySelector('button')?.focus()
            }}
          >
            {say('undo')}
          </Button>
        </p>
      )}
      <p className={css.actions}>
        <Button size="small" icon="attach" onClick={() => picker.current?.click()}>
          {say('add')}
        </Button>
        {picks && (
          <Button size="small" icon="folder" onClick={() => void pick().catch(() => undefined)}>
            {say('pick')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={say('add')}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </p>
      <p className={css.hint}>{say('addHint', { count: EVENT_FILES_MAX, size: formatBytes(EVENT_FILES_SIZE_MAX) })}</p>
      {over &&
        dialog &&
        createPortal(
          <div className={css.drop} aria-hidden="true">
            <span>{say('drop')}</span>
          </div>,
          dialog,
        )}
    </fieldset>
  )
}
