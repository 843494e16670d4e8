import type { SearchFacets } from '@yanshu/contracts'
import { http, useFolders, useFormat, useGeneral, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Skeleton, VisuallyHidden } from '@yanshu/ui'
import type { RefObject } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import { useList, useWords } from '../mailbox/useMailbox.ts'
import css from './Facets.module.css'
import { DAYS_BACK, momentsBack, narrowedBy, narrowedSince } from './narrowed.ts'
import { type SearchForm, termsOfSearch } from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

export interface FacetsProps {
  form: SearchForm
  /** The list of its hits. */
  list: ListQuery
  ref: RefObject<HTMLElement | null>
  onNarrow: (form: SearchForm) => void
}

/** One value, its number of mails, and the search that is narrowed by it. */
interface Value {
  readonly key: string
  readonly name: string
  readonly title?: string | undefined
  readonly mails: number
  readonly form: SearchForm
}

/** What the hits of a search may be narrowed by, each value with its number of mails. */
export default function Facets({ form, list, ref, onNarrow }: FacetsProps) {
  const say = useSearchWords()
  const sayMail = useWords()
  const format = useFormat()
  const { timeZone } = useGeneral()
  const moments = momentsBack(Date.now(), timeZone)
  const search = termsOfSearch(form)
  const asked = { ...search, moments: moments.join(',') }
  // Counted again once the index has all mails.
  const { incomplete } = useList(list).view
  const { data, isError, refetch } = useQuery({
    queryKey: ['search-facets', asked, incomplete === true],
    queryFn: ({ signal }) => http.get('mail/email/search/facets', asked, { signal, silent: true }),
  })
  const groups = useGroups(form, moments, data)
  return (
    <section ref={ref} tabIndex={-1} className={css.facets} aria-label={say('facet.title')}>
      {!data && !isError && <Skeleton lines={2} />}
      {isError && !data && (
        <p role="alert" className={css.note}>
          {say('facet.failed')}
          <Button size="small" variant="text" onClick={() => void refetch()}>
            {sayMail('action.retry')}
          </Button>
        </p>
      )}
      {data && (
        <p role="status" className={css.note}>
          {say(data.more ? 'facet.newest' : 'facet.all', { count: data.mails, mails: format.count(data.mails) })}
        </p>
      )}
      {groups.map(({ name, values }) => (
        <div key={name} className={css.group}>
          <span className={css.name} id={`facet-${name}`}>
            {say(`facet.${name}`)}
          </span>
          <ul className={css.values} aria-labelledby={`facet-${name}`}>
            {values.map((value) => (
              <li key={value.key}>
                <button type="button" className={css.value} title={value.title} onClick={() => onNarrow(value.form)}>
                  <span className={css.cut}>{value.name}</span>
                  <span className={css.count} aria-hidden="true">
                    {format.count(value.mails)}
                  </span>
                  <VisuallyHidden>{say('facet.mails', { count: value.mails })}</VisuallyHidden>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** The groups that narrow the search further: without those by which it is narrowed already. */
function useGroups(form: SearchForm, moments: readonly number[], facets: SearchFacets | undefined) {
  const say = useSearchWords()
  const tree = useFolders()
  const displayEmail = useSwitch('displayEmail')
  if (!facets) return []
  const folders = facets.folders.flatMap(({ mailboxId, mails }): Value[] => {
    const folder = tree.byId(mailboxId)
    if (!folder) return []
    return [
      { key: String(mailboxId), name: tree.nameOf(folder), mails, form: narrowedBy(form, { folderId: mailboxId }) },
    ]
  })
  const people = facets.people.map(
    (person): Value => ({
      key: person.address,
      name: nameOf(person),
      title: displayEmail ? person.address : undefined,
      mails: person.mails,
      form: narrowedBy(form, { from: person.address }),
    }),
  )
  const times = DAYS_BACK.flatMap((days, index): Value[] => {
    const mails = facets.since[index] ?? 0
    const moment = moments[index] ?? 0
    if (mails === 0 || (form.startTime !== null && moment <= form.startTime)) return []
    return [{ key: String(days), name: say(`facet.days${days}`), mails, form: narrowedSince(form, moment) }]
  })
  const files = facets.fileTypes.map(
    ({ fileType, mails }): Value => ({
      key: fileType,
      name: say(`search.fileType.${fileType}`),
      mails,
      form: narrowedBy(form, { fileType }),
    }),
  )
  return [
    { name: 'folder', values: form.folderId === null ? folders : [] },
    { name: 'person', values: form.from.trim() === '' ? people : [] },
    { name: 'time', values: times },
    { name: 'file', values: form.fileType === '' ? files : [] },
  ].filter(({ values }) => values.length > 0)
}
