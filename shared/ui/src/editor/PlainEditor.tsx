import { useEffect, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { useLatest } from '../hooks/useLatest.ts'
import { useWords } from '../messages/language.ts'
import css from './editor.module.css'
import type { TextPort } from './port.ts'
import { WORDS } from './words.ts'

export interface PlainEditorProps {
  /** Name for screen readers. */
  label: string
  /** Text to begin with, asked for once. */
  initial: () => string
  onChange: () => void
  /** Hands out the text; answers how to take it back. */
  onPort: (port: TextPort) => () => void
  /** Pasted files. */
  onFiles: (files: readonly File[]) => void
  onRich: () => void
}

/** A field for plain text. */
export function PlainEditor({ label, initial, onChange, onPort, onFiles, onRich }: PlainEditorProps) {
  const say = useWords(WORDS)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const newest = useRef(text)
  const hand = useLatest(onPort)
  const change = (next: string) => {
    newest.current = next
    setText(next)
    onChange()
  }
  const latest = useLatest(change)
  useEffect(
    () =>
      hand.current({
        html: () => newest.current,
        text: () => newest.current,
        replace: (next) => latest.current(next),
        append: (more) => latest.current(`${newest.current}\n\n${more}`),
        focus: (where) => {
          field.current?.focus()
          if (where === 'start') field.current?.setSelectionRange(0, 0)
        },
        insert: (added) => {
          if (!field.current) return
          field.current.setRangeText(added, field.current.selectionStart, field.current.selectionEnd, 'end')
          latest.current(field.current.value)
        },
        // Plain text has no marks.
        clearMarks: () => undefined,
      }),
    [hand, latest],
  )
  return (
    <div className={css.editor}>
      <div className={css.toolbar}>
        <span className={css.note}>{say('plainNow')}</span>
        <Button size="small" variant="text" onClick={onRich}>
          {say('rich')}
        </Button>
      </div>
      <textarea
        ref={field}
        className={css.plain}
        aria-label={label}
        data-letter-text=""
        value={text}
        onChange={(event) => change(event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0 || event.clipboardData.getData('text/plain')) return
          event.preventDefault()
          onFiles(files)
        }}
      />
    </div>
  )
}
