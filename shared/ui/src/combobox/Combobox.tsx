import { type ReactNode, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useActiveOption } from '../hooks/useActiveOption.ts'
import { SuggestionList } from './SuggestionList.tsx'

export interface ComboboxProps<T> extends Omit<TextFieldProps, 'onSubmit'> {
  label: string
  suggestions: readonly T[]
  suggestionKey: (item: T) => string
  renderSuggestion: (item: T) => ReactNode
  onPick: (item: T) => void
  /** Enter with no suggestion under the cursor. */
  onSubmit?: ((value: string) => void) | undefined
}

/** A text box that offers suggestions and still takes any text, such as the search box. */
export function Combobox<T>({
  suggestions,
  suggestionKey,
  renderSuggestion,
  onPick,
  onSubmit,
  onChange,
  ...field
}: ComboboxProps<T>) {
  const holder = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(false)
  const open = wanted && suggestions.length > 0
  const pick = (at: number) => {
    const item = suggestions[at]
    if (item === undefined) return
    setWanted(false)
    onPick(item)
  }
  const cursor = useActiveOption(open, suggestions.length, pick, false)
  return (
    <div ref={holder}>
      <TextField
        {...field}
        {...cursor.box}
        onChange={(value) => {
          onChange(value)
          setWanted(true)
        }}
        onFocus={() => setWanted(true)}
        onBlur={() => setWanted(false)}
        onKeyDown={(event) => {
          if (cursor.onKeyDown(event) || isComposing(event)) return
          if (event.key === 'ArrowDown') setWanted(true)
          if (event.key !== 'Enter') return
          setWanted(false)
          onSubmit?.(field.value)
        }}
      />
      {open && (
        <SuggestionList
          anchor={holder}
          label={field.label}
          items={suggestions}
          itemKey={suggestionKey}
          renderItem={renderSuggestion}
          cursor={cursor}
          onPick={pick}
          onClose={() => setWanted(false)}
        />
      )}
    </div>
  )
}
