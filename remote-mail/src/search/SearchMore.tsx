import { RANKED_HITS_MAX, SORTED_HITS_MAX } from '@yanshu/contracts'
import { lazyPart, Slot, useFormat } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { ListQuery } from '../list-window/listQuery.ts'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { ArchivedMails } from './ArchivedMails.tsx'
import css from './more.module.css'
import { useSearchMoreWords } from './moreWords.ts'
import { NearKeywords } from './NearKeywords.tsx'
import { PeopleFound } from './PeopleFound.tsx'
import { SavedTools } from './SavedTools.tsx'
import { BEST, type SearchForm } from './searchParams.ts'

const SortMenu = lazyPart(async () => ({ default: (await fetchTriage()).SortMenu }))
const SortChip = lazyPart(async () => ({ default: (await fetchTriage()).SortChip }))

export interface SearchMoreProps {
  /** Whether the order was chosen here: the list is another one then, and the focus goes to what was pressed. */
  reordered: RefObject<boolean>
  form: SearchForm
  list: ListQuery
  onRun: (form: SearchForm) => void
  /** The same search in another order. */
  onOrder: (form: SearchForm) => void
}

/**
 * What stands above results and may come after them: their order, keeping the search, words that sound alike, people, and what
 * other remotes find for the word.
 */
export default function SearchMore({ reordered, form, list, onRun, onOrder }: SearchMoreProps) {
  const say = useSearchMoreWords()
  const format = useFormat()
  const keyword = form.keyword.trim()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const sort = (order: string) => onOrder({ ...form, order })
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!reordered.current) return
    reordered.current = false
    const pressed = form.order && form.order !== BEST ? '[aria-haspopup]' : 'button'
    ref.current?.querySelector<HTMLElement>(pressed)?.focus()
  }, [reordered, form.order])
  return (
    <>
      <section ref={ref} className={css.tools} aria-label={say('tools')}>
        {keyword && (
          <Button
            size="small"
            variant="text"
            className={css.best}
            aria-pressed={form.order === BEST}
            onClick={() => sort(form.order === BEST ? '' : BEST)}
          >
            {say('best')}
          </Button>
        )}
        <Button
          size="small"
          variant="text"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {say('sort')}
        </Button>
        <SavedTools form={form} onRun={onRun} />
        {form.order === BEST && <p className={css.note}>{say('bestNote', { count: format.count(RANKED_HITS_MAX) })}</p>}
        <Suspense fallback={null}>
          {anchor && (
            <SortMenu
              anchor={anchor}
              order={form.order === BEST ? '' : form.order}
              onOrder={sort}
              onClose={() => setAnchor(null)}
            />
          )}
          {form.order && form.order !== BEST && (
            <p className={css.note}>
              <SortChip order={form.order} onOrder={sort} />
              {say('sortNote', { count: format.count(SORTED_HITS_MAX) })}
            </p>
          )}
        </Suspense>
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
