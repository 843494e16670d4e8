import { Button, isComposing, TextField } from '@yanshu/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { AdvancedPanel } from './AdvancedPanel.tsx'
import { conditionsOf } from './conditions.ts'
import { SearchChips } from './SearchChips.tsx'
import css from './search.module.css'
import type { SearchForm } from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

interface SearchBarProps {
  form: SearchForm
  ref: RefObject<HTMLElement | null>
  /** The field stands here, where the top bar has no room for it. */
  field: boolean
  active: boolean
  onRun: (form: SearchForm) => void
  /** A condition was taken away. */
  onNarrow: (form: SearchForm) => void
  /** Whether what the results may be narrowed by is shown; null where there are no results. */
  refining: boolean | null
  onRefine: (refining: boolean) => void
}

/** What the results are searched by, one chip a condition, and the way to more conditions. */
export function SearchBar({ form, ref, field, active, onRun, onNarrow, refining, onRefine }: SearchBarProps) {
  const say = useWords()
  const saySearch = useSearchWords()
  const [text, setText] = useState(form.keyword)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLDivElement>(null)
  // Opened to search for something new, it waits for the words.
  const waits = field && active && conditionsOf(form).length === 0
  useEffect(() => {
    if (waits) input.current?.querySelector('input')?.focus()
  }, [waits])
  return (
    <search ref={ref} className={css.bar}>
      {field && (
        <div ref={input} className={css.barLine}>
          <TextField
            label={say('search.keyword')}
            hideLabel
            icon="search"
            clearable
            type="search"
            enterKeyHint="search"
            value={text}
            maxLength={200}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event)) onRun({ ...form, keyword: text })
            }}
            className={css.keyword}
          />
        </div>
      )}
      <div className={css.barLine}>
        <SearchChips form={form} onRun={onNarrow} />
        <Button size="small" variant="text" icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
          {say('search.advanced')}
        </Button>
        {refining !== null && (
          <Button size="small" variant="text" aria-expanded={refining} onClick={() => onRefine(!refining)}>
            {saySearch('facet.title')}
          </Button>
        )}
      </div>
      {open && (
        <AdvancedPanel
          form={{ ...form, keyword: field ? text : form.keyword }}
          anchor={ref}
          onRun={(next) => {
            setOpen(false)
            onRun(next)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </search>
  )
}
