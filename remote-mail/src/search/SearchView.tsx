import type { ViewProps } from '@yanshu/contracts'
import { go, useFolders } from '@yanshu/shell-api'
import { Button, EmptyState, isComposing, notify, Segmented, Skeleton, TextField } from '@yanshu/ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import MailListView from '../list-view/MailListView.tsx'
import { useMailT } from '../mailbox/useMailbox.ts'
import { termsOf } from './highlight.ts'
import { PeopleNamed } from './PeopleNamed.tsx'
import { SearchFields } from './SearchFields.tsx'
import css from './search.module.css'
import { useSearchHistory } from './searchHistory.ts'
import { hasConditions, type SearchForm, searchOf, searchPath, termsOfSearch } from './searchParams.ts'

/** `search`: the results, with what they were searched by, to be changed. */
export default function SearchView(props: ViewProps) {
  const t = useMailT()
  const { lists } = useFolders()
  const history = useSearchHistory()
  const asked = searchOf(props.query)
  const key = searchPath(asked)
  const [form, setForm] = useState(asked)
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the address asks for something else
  useEffect(() => setForm(asked), [key])
  const barRef = useRef<HTMLElement>(null)
  // Opened to search for something new, it waits for the words.
  const waits = props.active && lists !== null && !hasConditions(asked)
  useEffect(() => {
    if (waits) barRef.current?.querySelector('input')?.focus()
  }, [waits])

  const run = (next: SearchForm) => {
    if (!hasConditions(next)) {
      notify.warning(t('search.keywordNeeded'))
      return
    }
    history.remember(next.keyword)
    go(searchPath(next), { replace: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isComposing(event)) run(form)
  }
  const bar = (
    <search ref={barRef} className={css.bar}>
      <div className={css.barLine}>
        <TextField
          label={t('search.keyword')}
          hideLabel
          icon="search"
          clearable
          value={form.keyword}
          maxLength={200}
          onChange={(keyword) => setForm({ ...form, keyword })}
          onKeyDown={onKeyDown}
          className={css.keyword}
        />
        <Button variant="primary" onClick={() => run(form)}>
          {t('search.run')}
        </Button>
      </div>
      <div className={css.barLine}>
        {form.kind === 4 ? null : (
          <Segmented
            label={t('search.kind')}
            hideLabel
            value={form.kind}
            options={[
              { value: 3, label: t('search.kind3') },
              { value: 1, label: t('search.kind1') },
              { value: 2, label: t('search.kind2') },
            ]}
            onChange={(kind) => run({ ...form, kind: kind === 1 || kind === 2 ? kind : 3 })}
          />
        )}
        <Button
          size="small"
          variant="text"
          icon="filter"
          aria-expanded={open || form.kind === 4}
          onClick={() => {
            if (form.kind === 4) run({ ...form, kind: 3 })
            else setForm({ ...form, kind: 4 })
            setOpen(form.kind !== 4)
          }}
        >
          {t(form.kind === 4 ? 'search.simple' : 'search.advanced')}
        </Button>
      </div>
      {form.kind === 4 && open && <SearchFields form={form} onChange={setForm} />}
    </search>
  )
  if (!lists) return <Skeleton lines={8} />
  if (!hasConditions(asked)) {
    return (
      <div className={css.nothing}>
        {bar}
        <EmptyState scene="none" title={t('search.nothingAsked')} text={t('search.nothingAskedText')} />
      </div>
    )
  }
  return (
    <MailListView
      {...props}
      key={key}
      title={asked.keyword.trim() ? t('search.title', { keyword: asked.keyword.trim() }) : t('search.titleAdvanced')}
      list={{ kind: 'search', search: termsOfSearch(asked) }}
      filter={null}
      terms={termsOf(asked.keyword)}
      above={bar}
      empty={
        <EmptyState
          scene="nothing"
          title={t('search.none', { keyword: asked.keyword.trim() })}
          text={t('search.noneText')}
          actions={
            <>
              {asked.kind !== 3 && (
                <Button size="small" onClick={() => run({ ...asked, kind: 3, attachment: 2, unread: 2 })}>
                  {t('search.widen')}
                </Button>
              )}
              <PeopleNamed keyword={asked.keyword.trim()} />
            </>
          }
        />
      }
    />
  )
}
