import { RANKED_HITS_MAX } from '@yanshu/contracts'
import { Slot, useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import type { RefObject } from 'react'
import type { ListQuery } from '../list-window/listQuery.ts'
import { ArchivedMails } from './ArchivedMails.tsx'
import css from './more.module.css'
import { useMoreT } from './moreWords.ts'
import { NearKeywords } from './NearKeywords.tsx'
import { PeopleFound } from './PeopleFound.tsx'
import { SavedTools } from './SavedTools.tsx'
import type { SearchForm } from './searchParams.ts'

export interface SearchMoreProps {
  ref: RefObject<HTMLElement | null>
  form: SearchForm
  list: ListQuery
  onRun: (form: SearchForm) => void
  /** The same search in another order. */
  onOrder: (form: SearchForm) => void
}

/**
 * What stands above results and may come after them: their order, keeping the search, words that sound alike, people, and what
 * other remotes know of the word.
 */
export default function SearchMore({ ref, form, list, onRun, onOrder }: SearchMoreProps) {
  const t = useMoreT()
  const format = useFormat()
  const keyword = form.keyword.trim()
  return (
    <>
      <section ref={ref} className={css.tools} aria-label={t('tools')}>
        {keyword && (
          <Button
            size="small"
            variant="text"
            className={css.best}
            aria-pressed={form.bestFirst}
            onClick={() => onOrder({ ...form, bestFirst: !form.bestFirst })}
          >
            {t('best')}
          </Button>
        )}
        <SavedTools form={form} onRun={onRun} />
        {form.bestFirst && <p className={css.note}>{t('bestNote', { count: format.count(RANKED_HITS_MAX) })}</p>}
      </section>
      {keyword && (
        <>
          <NearKeywords keyword={keyword} list={list} onRun={(word) => onRun({ ...form, keyword: word })} />
          <PeopleFound keyword={keyword} />
          <ArchivedMails keyword={keyword} list={list} />
          <Slot name="search.above" major={1} props={{ keyword }} />
        </>
      )}
    </>
  )
}
