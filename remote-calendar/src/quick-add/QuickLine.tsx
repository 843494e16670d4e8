import { cx, Icon, isComposing } from '@yanshu/ui'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import css from './quick.module.css'

interface QuickLineProps<T> {
  label: string
  placeholder: string
  /** What is read from a text; null when that is nothing. */
  read: (text: string) => T | null
  /** Adds what was read. When it rejects, the text stays; the shell has shown why. */
  add: (made: T) => Promise<void>
  /** What is shown of it below the line while the user types. */
  preview: (made: T) => ReactNode
  className?: string | undefined
}

/** One line that becomes something. Enter adds it, and never while an input method composes; Escape empties the line. */
export function QuickLine<T>({ label, placeholder, read, add, preview, className }: QuickLineProps<T>) {
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const typed = useDeferredValue(text)
  const made = typed.trim() ? read(typed) : null
  const commit = async () => {
    const meant = read(text)
    if (!meant || busy) return
    setBusy(true)
    try {
      await add(meant)
      setText('')
    } catch {
      // The shell has shown why; what was typed stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={cx(css.quick, className)}>
      <Icon name="plus" size={16} />
      <input
        className={css.input}
        value={text}
        aria-label={label}
        aria-describedby={made ? id : undefined}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(key) => {
          if (isComposing(key)) return
          if (key.key === 'Enter') {
            key.preventDefault()
            void commit()
          }
          if (key.key === 'Escape' && text) {
            key.stopPropagation()
            setText('')
          }
        }}
      />
      {made && (
        <p id={id} className={css.preview} aria-live="polite">
          {preview(made)}
          <kbd>Enter</kbd>
        </p>
      )}
    </div>
  )
}
