import { useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './editor.module.css'

export interface PlainEditorProps {
  composer: Composer
  onRich: () => void
}

/** The text without any looks. */
export function PlainEditor({ composer, onRich }: PlainEditorProps) {
  const say = useT(NS)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => composer.body().html())
  const newest = useRef(text)
  newest.current = text
  useEffect(
    () =>
      composer.attachBody({
        html: () => newest.current,
        text: () => newest.current,
        replace: setText,
        focus: (where) => {
          field.current?.focus()
          if (where === 'start') field.current?.setSelectionRange(0, 0)
        },
        insert: (added) => {
          if (!field.current) return
          field.current.setRangeText(added, field.current.selectionStart, field.current.selectionEnd, 'end')
          newest.current = field.current.value
          setText(newest.current)
        },
      }),
    [composer],
  )
  return (
    <div className={css.editor}>
      <div className={css.toolbar}>
        <span className={css.note}>{say('editor.plainNow')}</span>
        <Button size="small" variant="text" onClick={onRich}>
          {say('editor.rich')}
        </Button>
      </div>
      <textarea
        ref={field}
        className={css.plain}
        aria-label={say('editor.label')}
        data-letter-text=""
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          newest.current = event.target.value
          composer.bodyChanged()
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0 || event.clipboardData.getData('text/plain')) return
          event.preventDefault()
          composer.addFiles(files)
        }}
      />
    </div>
  )
}
