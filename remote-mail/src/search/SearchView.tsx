import { MOBILE_BELOW_WIDTH_PX, type ViewProps } from '@yanshu/contracts'
import { go, Slot, useFolders } from '@yanshu/shell-api'
import { Button, EmptyState, notify, Skeleton, useBodyWidth } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import MailListView from '../list-view/MailListView.tsx'
import { useMailT } from '../mailbox/useMailbox.ts'
import { useSearchT } from '../messages/search.ts'
import { FacetsPart } from './FacetsPart.tsx'
import { termsOf } from './highlight.ts'
import { IncompleteNote } from './IncompleteNote.tsx'
import { PeopleFound } from './PeopleFound.tsx'
import { readSearch } from './runSearch.ts'
import { SearchBar } from './SearchBar.tsx'
import css from './search.module.css'
import { useSearchHistory } from './searchHistory.ts'
import { EMPTY_SEARCH, hasConditions, type SearchForm, searchOf, searchPath, termsOfSearch } from './searchParams.ts'

/** `search`: the results, and what they were searched by. */
export default function SearchView(props: ViewProps) {
  const t = useSearchT()
  const mailT = useMailT()
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
  // The pressed button is gone with the old list, so the focus goes to the part in which it stood.
  const narrowed = useRef<'bar' | 'facets' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the list is another one
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
    else notify.warning(mailT('search.keywordNeeded'))
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

  if (!tree.lists) return <Skeleton lines={8} />
  const search = termsOfSearch(asked)
  const above = (
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
      {refining && hasConditions(asked) && <FacetsPart ref={facets} form={asked} onNarrow={narrowByFacet} />}
      <PeopleFound keyword={keyword} />
      {keyword && <Slot name="search.above" major={1} props={{ keyword }} />}
      {hasConditions(asked) && <IncompleteNote search={search} />}
    </>
  )
  if (!hasConditions(asked)) {
    return (
      <div className={css.nothing}>
        {above}
        <EmptyState scene="none" title={t('search.nothingAsked')} text={t('search.nothingAskedText')} />
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
  return (
    <MailListView
      {...props}
      key={key}
      title={keyword ? t('search.title', { keyword }) : t('search.titleAdvanced')}
      list={{ kind: 'search', search }}
      filter={null}
      terms={terms}
      above={above}
      empty={
        <EmptyState
          scene="nothing"
          title={keyword ? t('search.none', { keyword }) : t('search.noneByConditions')}
          text={t('search.noneText')}
          actions={
            <>
              {keyword && searchPath(plain) !== key && (
                <Button size="small" variant="primary" onClick={() => run(plain)}>
                  {t('search.widen')}
                </Button>
              )}
              {elsewhere.map(({ role, form }) => (
                <Button key={role} size="small" icon={role} onClick={() => run(form)}>
                  {t(role === 'trash' ? 'search.lookInTrash' : 'search.lookInSpam')}
                </Button>
              ))}
            </>
          }
        />
      }
    />
  )
}
