import { type Anchor, Button, isComposing, Popover, TextField } from '@yanshu/ui'
import { useMailT } from '../mailbox/useMailbox.ts'
import { SearchFields } from './SearchFields.tsx'
import css from './search.module.css'
import { EMPTY_SEARCH, type SearchForm } from './searchParams.ts'

interface AdvancedSearchProps {
  form: SearchForm
  anchor: Anchor
  onChange: (form: SearchForm) => void
  onRun: (form: SearchForm) => void
  onClose: () => void
}

/** Every condition of a search, below the box of the top bar. */
export function AdvancedSearch({ form, anchor, onChange, onRun, onClose }: AdvancedSearchProps) {
  const t = useMailT()
  return (
    <Popover open anchor={anchor} onClose={onClose} label={t('search.advanced')} className={css.advanced}>
      <TextField
        label={t('search.keyword')}
        value={form.keyword}
        maxLength={200}
        data-autofocus=""
        onChange={(keyword) => onChange({ ...form, keyword })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onRun(form)
        }}
      />
      <SearchFields form={form} onChange={onChange} />
      <div className={css.advancedFoot}>
        <Button onClick={() => onChange({ ...EMPTY_SEARCH, kind: 4 })}>{t('search.reset')}</Button>
        <Button variant="primary" onClick={() => onRun(form)}>
          {t('search.run')}
        </Button>
      </div>
    </Popover>
  )
}
