import { type Anchor, Button, isComposing, Popover, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { advancedOf } from './narrowed.ts'
import { SearchFields } from './SearchFields.tsx'
import css from './search.module.css'
import { EMPTY_SEARCH, type SearchForm } from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

/** Conditions that are written. */
const WRITTEN = ['from', 'to', 'subject'] as const

export interface AdvancedSearchProps {
  /** What is searched for now; the panel begins with it. */
  form: SearchForm
  anchor: Anchor
  onRun: (form: SearchForm) => void
  onClose: () => void
}

/** Every condition of a search, below the field it belongs to. */
export default function AdvancedSearch({ form: begun, anchor, onRun, onClose }: AdvancedSearchProps) {
  const say = useSearchWords()
  const sayMail = useWords()
  const [form, setForm] = useState<SearchForm>(() => advancedOf(begun))
  return (
    <Popover open anchor={anchor} onClose={onClose} label={sayMail('search.advanced')} className={css.advanced}>
      <TextField
        label={sayMail('search.keyword')}
        value={form.keyword}
        maxLength={200}
        data-autofocus=""
        onChange={(keyword) => setForm({ ...form, keyword })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onRun(form)
        }}
      />
      {WRITTEN.map((part) => (
        <TextField
          key={part}
          label={say(`search.partLabel.${part}`)}
          value={form[part]}
          maxLength={200}
          onChange={(text) => setForm({ ...form, [part]: text })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) onRun(form)
          }}
        />
      ))}
      <SearchFields form={form} onChange={setForm} />
      <div className={css.advancedFoot}>
        <Button onClick={() => setForm({ ...EMPTY_SEARCH, kind: 4 })}>{say('search.reset')}</Button>
        <Button variant="primary" onClick={() => onRun(form)}>
          {sayMail('search.focus')}
        </Button>
      </div>
    </Popover>
  )
}
