import { type MailAddress, RECIPIENTS_MAX } from '@yanshu/contracts'
import { useStore } from '@yanshu/shell-api'
import { ErrorCard, notify, Skeleton } from '@yanshu/ui'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { allPeopleOf, TooManyPeopleError } from '../organization/allPeopleOf.ts'
import { OrgTreeView } from '../organization/OrgTreeView.tsx'
import { orgRows } from '../organization/orgRows.ts'
import { departmentPeople, loadPeople, useDepartments } from '../organization/useOrganization.ts'
import { useWords } from '../useWords.ts'
import css from './picker.module.css'

interface OrgPickProps {
  readonly chosen: readonly MailAddress[]
  readonly onToggle: (person: MailAddress) => void
  /** All of a department were asked for: those who are not chosen yet are added, or all are taken away where all are. */
  readonly onAll: (people: readonly MailAddress[]) => void
}

/** The tree of the organisation, in which people and whole departments are chosen. */
export function OrgPick({ chosen, onToggle, onAll }: OrgPickProps) {
  const say = useWords()
  const { tree, failed, retry } = useDepartments()
  const people = useStore(departmentPeople)
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null)
  // The top stands open at first: an organisation mostly has one.
  const opened = useMemo(() => open ?? new Set(tree?.top.map(({ deptId }) => deptId)), [open, tree])
  const rows = useMemo(
    () => (tree ? orgRows(tree, opened, (deptId) => people.get(deptId)) : []),
    [tree, opened, people],
  )
  const addresses = useMemo(() => new Set(chosen.map(({ address }) => address.toLowerCase())), [chosen])
  useEffect(() => {
    if (!open) for (const deptId of opened) void loadPeople(deptId)
  }, [open, opened])
  const more = useCallback((deptId: number) => void loadPeople(deptId), [])
  if (failed) return <ErrorCard what={say('org.failed')} advice={say('list.failedAdvice')} onRetry={retry} />
  if (!tree) return <Skeleton lines={6} />

  const fold = (deptId: number, next: boolean) => {
    setOpen(new Set(next ? [...opened, deptId] : [...opened].filter((one) => one !== deptId)))
    if (next) void loadPeople(deptId)
  }
  const chooseAll = async (deptId: number) => {
    try {
      const all = await allPeopleOf(tree, deptId)
      onAll(all.map(({ name, address }) => ({ name, address })))
    } catch (error) {
      const isTooMany = error instanceof TooManyPeopleError
      notify.warning(isTooMany ? say('pick.tooMany', { max: RECIPIENTS_MAX }) : say('org.failed'))
    }
  }
  return (
    <div className={css.tree}>
      <OrgTreeView
        label={say('places.organization')}
        rows={rows}
        openAddress=""
        onFold={fold}
        onOpen={({ person: { name, address } }) => onToggle({ name, address })}
        onMore={more}
        choice={{ chosen: addresses, onAll: (deptId) => void chooseAll(deptId) }}
      />
    </div>
  )
}
