import { TextField } from '@yanshu/ui'
import { useRef, useState } from 'react'

interface FindFieldProps {
  label: string
  hint: string
  /** Whether a dialog gives it the focus. */
  first?: boolean
  /** Called with the keyword, trimmed; not while an input method composes, because half a syllable is no name. */
  onFind: (keyword: string) => void
}

/** Where people are looked for by what is typed. */
export function FindField({ label, hint, first = false, onFind }: FindFieldProps) {
  const [typed, setTyped] = useState('')
  const composing = useRef(false)
  return (
    <TextField
      label={label}
      hideLabel
      icon="search"
      clearable
      {...(first ? { 'data-autofocus': '' } : {})}
      maxLength={100}
      value={typed}
      placeholder={hint}
      onChange={(text) => {
        setTyped(text)
        if (!composing.current) onFind(text.trim())
      }}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false
        onFind(currentTarget.value.trim())
      }}
    />
  )
}
