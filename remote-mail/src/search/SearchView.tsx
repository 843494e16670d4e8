import { MOBILE_BELOW_WIDTH_PX, type ViewProps } from '@yanshu/contracts'
import { go, lazyPart, useFolders } from '@yanshu/shell-api'
import { Button, EmptyState, notify, Skeleton, useBodyWidth } from '@yanshu/ui'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import MailListView from '../list-view/MailListView.tsx'
import type { ListQuery } from '../list-window/listQuery.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { FacetsPart } from './FacetsPart.tsx'
import { termsOf } from './highlight.ts'
import { IncompleteNote } from './IncompleteNote.tsx'
import { rankedList } from './rankedList.ts'
import { readSearch } from './runSearch.ts'
import { SearchBar } from './SearchBar.tsx'
import { SearchMorePart } from './SearchMorePart.tsx'
import css from './search.module.css'
import { useSearchHistory } from './searchHistory.ts'
import {
  BEST,
  EMPTY_SEARCH,
  hasConditions,
  type SearchForm,
  searchOf,
  searchPath,
  termsOfSearch,
} from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

const SortedHits = lazyPart(async () => ({ default: (await fetchTriage()).SortedHits }))

/** The hits: the newest first, or the best of a word. */
function listOf(form: SearchForm): ListQuery {
  const search = termsOfSearch(form)
  return form.order === BEST && form.keyword ? rankedList(search) : { kind: 'search', search }
}

/** `search`: the results, and what they were searched by. */
export default function SearchView(props: ViewProps) {
  const say = useSearchWords()
  const sayMail = useWords()
  const tree = useFolders()
  const history = useSearchHistory()
  const phone = useBodyWidth() < MOBILE_BELOW_WIDTH_PX
  const asked = searchOf(props.query)
  const key = searchPath(asked)
  const keyword = asked.keyword.trim()
  const terms = useMemo(() => termsOf(keyword), [keyword])
  // Stays open while a search is narrowed step by step.
  const [refining, setRefining] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const facets = useRef<HTMLElement>(null)
  const reordered = useRef(false)
  // The pressed button is gone with the old list, so the focus goes to the part in which it stood.
  const narrowed = useRef<'bar' | 'facets' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the list
  useEffect(() => {
    if (narrowed.current === 'facets') facets.current?.focus()
    else if (narrowed.current && hasConditions(asked)) bar.current?.querySelector<HTMLElement>('input, button')?.focus()
    narrowed.current = null
  }, [key])

  const run = (next: SearchForm) => {
    history.remember(next.keyword)
    go(searchPath(next), { replace: true })
  }
  const ask = (next: SearchForm) => {
    if (hasConditions(next)) run(readSearch(next))
    else notify.warning(sayMail('search.keywordNeeded'))
  }
  const narrow = (next: SearchForm) => {
    narrowed.current = 'bar'
    if (hasConditions(next)) run(next)
    else go('/search', { replace: true })
  }

  const narrowByFacet = (next: SearchForm) => {
    narrowed.current = 'facets'
    run(next)
  }

  const reorder = (next: SearchForm) => {
    reordered.current = true
    run(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the list
  const list = useMemo(() => listOf(asked), [key])
  if (!tree.lists) return <Skeleton lines={8} />
  const aboveOf = (list: ListQuery) => (
    <>
      <SearchBar
        key={key}
        ref={bar}
        form={asked}
        field={phone}
        active={props.active}
        onRun={ask}
        onNarrow={narrow}
        refining={hasConditions(asked) ? refining : null}
        onRefine={setRefining}
      />
      {hasConditions(asked) && (
        <>
          {refining && <FacetsPart ref={facets} form={asked} list={list} onNarrow={narrowByFacet} />}
          <SearchMorePart reordered={reordered} form={asked} list={list} onRun={run} onOrder={reorder} />
          <IncompleteNote list={list} />
        </>
      )}
    </>
  )
  if (!hasConditions(asked)) {
    return (
      <div className={css.nothing}>
        {aboveOf(list)}
        <EmptyState scene="none" title={say('search.nothingAsked')} text={say('search.nothingAskedText')} />
      </div>
    )
  }
  /** The same word in a folder that is not searched otherwise. */
  const elsewhere = (['trash', 'spam'] as const).flatMap((role) => {
    const folder = tree.byRole(role)
    return folder && keyword && folder.folderId !== asked.folderId
      ? [{ role, form: { ...EMPTY_SEARCH, kind: 4 as const, keyword, folderId: folder.folderId } }]
      : []
  })
  const plain: SearchForm = { ...EMPTY_SEARCH, keyword }
  const resultsOf = (list: ListQuery) => (
    <MailListView
      {...props}
      key={key}
      title={keyword ? say('search.title', { keyword }) : say('search.titleAdvanced')}
      list={list}
      filter={null}
      terms={terms}
      above={aboveOf(list)}
      empty={
        <EmptyState
          scene="nothing"
          title={keyword ? say('search.none', { keyword }) : say('search.noneByConditions')}
          text={say('search.noneText')}
          actions={
            <>
              {keyword && searchPath(plain) !== key && (
                <Button size="small" variant="primary" onClick={() => run(plain)}>
                  {say('search.widen')}
                </Button>
              )}
              {elsewhere.map(({ role, form }) => (
                <Button key={role} size="small" icon={role} onClick={() => run(form)}>
                  {say(role === 'trash' ? 'search.lookInTrash' : 'search.lookInSpam')}
                </Button>
              ))}
            </>
          }
        />
      }
    />
  )
  if (!asked.order || asked.order === BEST) return resultsOf(list)
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <SortedHits search={termsOfSearch(asked)} order={asked.order}>
        {resultsOf}
      </SortedHits>
    </Suspense>
  )
}
