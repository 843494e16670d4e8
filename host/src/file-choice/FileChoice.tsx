import { useFormat, useT } from '@yanshu/shell-api'
import { Button, Icon, IconButton } from '@yanshu/ui'
import { type DragEvent, useRef, useState } from 'react'
import css from './fileChoice.module.css'

interface FileChoiceProps {
  files: readonly File[]
  onAdd: (files: readonly File[]) => void
  onRemove: (file: File) => void
  /** What the chooser offers, as `accept` of an input. */
  accept?: string
}

const bringsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Files that are chosen or dragged here, as a list from which each can be taken away. */
export function FileChoice({ files, onAdd, onRemove, accept }: FileChoiceProps) {
  const say = useT('shell')
  const { bytes } = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the button
    <div
      className={css.place}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onAdd([...event.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className={css.choose}>
        <Button size="small" icon="attach" onClick={() => input.current?.click()}>
          {say('files.choose')}
        </Button>
        <span className={css.hint}>{say('files.hint')}</span>
      </div>
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file) => (
            <li key={file.name}>
              <Icon name="file" size={16} />
              <span className={css.name}>{file.name}</span>
              <span className={css.hint}>{bytes(file.size)}</span>
              <IconButton
                icon="close"
                size="small"
                label={say('files.remove', { name: file.name })}
                onClick={() => onRemove(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
