import type { MailAddress, Suggestion } from '@yanshu/contracts'
import { http, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, Checkbox, Dialog, EmptyState, ErrorCard, IconButton, Select, Skeleton } from '@yanshu/ui'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { groupLines } from '../contacts/groupNodes.ts'
import { useGroups } from '../contacts/useGroups.ts'
import { FindField } from '../person/FindField.tsx'
import { useWords } from '../useWords.ts'
import { OrgPick } from './OrgPick.tsx'
import css from './picker.module.css'

const FOUND_MAX = 50
/** The place that is no personal group: the tree of the organisation. */
const ORGANISATION = -1

interface PeoplePickerProps {
  chosen?: readonly MailAddress[]
  multiple?: boolean
  onDone: (people: readonly MailAddress[]) => void
}

type Choice = MailAddress & Partial<Pick<Suggestion, 'deptName' | 'duties' | 'matched'>>

const sameAs = (a: MailAddress) => (b: MailAddress) => a.address.toLowerCase() === b.address.toLowerCase()

/** A dialog to choose people in: the tree of the organisation, those written to lately, a search, or a personal group. */
export function PeoplePicker({ chosen: before = [], multiple = true, onDone }: PeoplePickerProps) {
  const say = useWords()
  const [keyword, setKeyword] = useState('')
  const hasTree = useSwitch('displayOrg') && multiple
  const [groupId, setGroupId] = useState(hasTree ? ORGANISATION : 0)
  const [chosen, setChosen] = useState<readonly MailAddress[]>(before)
  const groupList = useGroups()
  const { groups } = groupList
  const typed = useDeferredValue(keyword)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...CONTACTS_KEY, 'pick', typed, groupId],
    queryFn: async ({ signal }): Promise<readonly Choice[]> => {
      if (groupId > 0 && typed === '')
        return (await http.get('contact/group/people', { groupId }, { signal, silent: true })).list
      return (await http.get('contact/list/suggest', { keyword: typed, pageSize: FOUND_MAX }, { signal, silent: true }))
        .list
    },
    placeholderData: (old) => old,
    enabled: groupId !== ORGANISATION || typed !== '',
  })
  const list = data ?? []
  const toggle = (person: MailAddress) => {
    const { name, address } = person
    if (!multiple) onDone([{ name, address }])
    else if (chosen.some(sameAs(person))) setChosen(chosen.filter((one) => !sameAs(person)(one)))
    else setChosen([...chosen, { name, address }])
  }
  const missing = list.filter((one) => !chosen.some(sameAs(one)))
  const chooseAll = (people: readonly MailAddress[]) => {
    const others = people.filter((one) => !chosen.some(sameAs(one)))
    setChosen(
      others.length > 0
        ? [...chosen, ...others]
        : chosen.filter((one) => !people.some((person) => sameAs(person)(one))),
    )
  }
  // People of another search stand there, pale, until those of this one have come.
  const late = isPlaceholderData && isFetching
  let found: ReactNode = (
    <ul className={css.list} aria-label={say('pick.people')} aria-busy={late}>
      {list.map((person) => (
        <li key={person.address}>
          {multiple ? (
            <Checkbox
              label={<Line person={person} />}
              checked={chosen.some(sameAs(person))}
              onChange={() => toggle(person)}
            />
          ) : (
            <button type="button" onClick={() => toggle(person)}>
              <Line person={person} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
  if (groupId === ORGANISATION && typed === '') {
    found = <OrgPick chosen={chosen} onToggle={toggle} onAll={chooseAll} />
  } else if (isError && !data) {
    found = <ErrorCard what={say('list.failed')} advice={say('list.failedAdvice')} onRetry={() => void refetch()} />
  } else if (!data || (late && list.length === 0)) {
    found = <Skeleton lines={6} />
  } else if (list.length === 0) {
    found =
      typed === '' ? (
        <EmptyState scene="none" title={say(groupId ? 'done.nobody' : 'pick.nobodyLately')} />
      ) : (
        <EmptyState scene="nothing" title={say('list.notFound')} />
      )
  }
  return (
    <Dialog
      open
      wide
      title={say(multiple ? 'pick.title' : 'pick.one')}
      onClose={() => onDone([])}
      footer={
        multiple && (
          <>
            <Button onClick={() => onDone([])}>{say('form.cancel')}</Button>
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => onDone(chosen)}>
              {say('pick.take', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      <div className={css.picker}>
        <div className={css.find}>
          <FindField label={say('org.find')} hint={say('list.findHint')} first onFind={setKeyword} />
          {(groups.length > 0 || hasTree) && (
            <Select
              label={say('pick.from')}
              hideLabel
              value={groupId}
              options={[
                ...(hasTree ? [{ value: ORGANISATION, label: say('places.organization') }] : []),
                { value: 0, label: say('pick.lately') },
                ...groupLines(groups).map(({ groupId: value, label }) => ({ value, label })),
              ]}
              onChange={setGroupId}
            />
          )}
        </div>
        {groupList.failed && <ErrorCard what={say('group.failed')} onRetry={groupList.retry} />}
        {chosen.length > 0 && (
          <ul className={css.chosen} aria-label={say('pick.chosen')}>
            {chosen.map((person) => (
              <li key={person.address}>
                {person.name || person.address}
                <IconButton
                  icon="close"
                  size="small"
                  label={say('pick.remove', { name: person.name || person.address })}
                  onClick={() => toggle(person)}
                />
              </li>
            ))}
          </ul>
        )}
        {found}
        {multiple && groupId > 0 && missing.length > 1 && (
          <Button
            size="small"
            onClick={() => setChosen([...chosen, ...missing.map(({ name, address }) => ({ name, address }))])}
          >
            {say('pick.all', { count: missing.length })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Line({ person: { name, address, deptName = '', duties, matched } }: { person: Choice }) {
  const say = useWords()
  const department = deptName.slice(deptName.lastIndexOf('/') + 1).trim()
  return (
    <span className={css.line}>
      <Avatar name={name} address={address} size={28} />
      <span className={css.name}>{name || address}</span>
      <span className={css.about}>
        {[department, duties, address, matched && matched !== 'name' && say(`matched.${matched}`)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}
