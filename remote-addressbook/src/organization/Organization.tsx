import type { Suggestion, ViewProps } from '@yanshu/contracts'
import { go, http, useStore, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { EmptyState, ErrorCard, Skeleton } from '@yanshu/ui'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import contacts from '../contacts/contacts.module.css'
import { Frame } from '../frame/Frame.tsx'
import { DirectoryCard } from '../person/DirectoryCard.tsx'
import { FindField } from '../person/FindField.tsx'
import { PeopleFound } from '../person/PeopleFound.tsx'
import { useWords } from '../useWords.ts'
import { OrgTreeView } from './OrgTreeView.tsx'
import { orgRows } from './orgRows.ts'
import { departmentPeople, loadPeople, useDepartments } from './useOrganization.ts'

const FOUND_MAX = 50
const pathOf = (address: string) => `/addressbook/organization?person=${encodeURIComponent(address)}`

/** `/addressbook/organization`: departments and their people, and a search over all of them. */
export default function Organization({ query, tab, inArea }: ViewProps) {
  const say = useWords()
  const { tree, failed, retry } = useDepartments()
  const people = useStore(departmentPeople)
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null)
  const [keyword, setKeyword] = useState('')
  const typed = useDeferredValue(keyword)
  const address = query.get('person') ?? ''
  const { data: found } = useQuery({
    queryKey: ['organization', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly Suggestion[]> => {
      const { list } = await http.get(
        'contact/list/suggest',
        { keyword: typed, pageSize: FOUND_MAX },
        { signal, silent: true },
      )
      return list.filter(({ kind }) => kind === 'organization')
    },
    placeholderData: (before) => before,
    enabled: typed !== '',
  })
  // The top stands open at first: an organisation mostly has one.
  const opened = useMemo(() => open ?? new Set(tree?.top.map(({ deptId }) => deptId)), [open, tree])
  const rows = useMemo(
    () => (tree ? orgRows(tree, opened, (deptId) => people.get(deptId)) : []),
    [tree, opened, people],
  )
  useEffect(() => {
    if (!open) for (const deptId of opened) void loadPeople(deptId)
  }, [open, opened])
  const more = useCallback((deptId: number) => void loadPeople(deptId), [])
  const fold = (deptId: number, next: boolean) => {
    const set = new Set(opened)
    if (next) set.add(deptId)
    else set.delete(deptId)
    setOpen(set)
    if (next) void loadPeople(deptId)
  }
  const show = (next: string) => go(next === '' ? '/addressbook/organization' : pathOf(next), { replace: true })

  const title = say('places.organization')
  const offered = useSwitch('displayOrg')
  useEffect(() => tab.setTitle(title), [tab, title])
  if (!offered) return <EmptyState scene="none" title={say('org.closed')} text={say('org.closedText')} />
  const body = failed ? (
    <div className={contacts.notice}>
      <ErrorCard what={say('org.failed')} advice={say('list.failedAdvice')} onRetry={retry} />
    </div>
  ) : typed !== '' ? (
    <PeopleFound label={say('org.found')} people={found} openAddress={address} onOpen={show} />
  ) : tree ? (
    tree.top.length === 0 ? (
      <EmptyState title={say('org.empty')} text={say('org.emptyText')} />
    ) : (
      <OrgTreeView
        label={title}
        rows={rows}
        openAddress={address}
        onFold={fold}
        onOpen={({ person }) => show(person.address)}
        onMore={more}
      />
    )
  ) : (
    <Skeleton lines={8} />
  )

  return (
    <Frame
      inArea={inArea}
      place="organization"
      label={title}
      open={address !== ''}
      pane={
        address ? (
          <DirectoryCard key={address} address={address} onBack={() => show('')} />
        ) : (
          <EmptyState scene="none" title={say('card.none')} text={say('org.noneText')} />
        )
      }
      list={
        <>
          <header className={contacts.head}>
            <h1>{title}</h1>
          </header>
          <div className={contacts.search}>
            <FindField label={say('org.find')} hint={say('org.findHint')} onFind={setKeyword} />
          </div>
          {body}
        </>
      }
    />
  )
}
