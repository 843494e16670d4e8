import type { Suggestion } from '@yanshu/contracts'
import { useGeneral } from '@yanshu/shell-api'
import { Avatar, EmptyState, MailList } from '@yanshu/ui'
import css from '../contacts/contacts.module.css'
import { useWords } from '../useWords.ts'

/** px, by the size of the letters. */
const ROW_HEIGHTS = { 1: 56, 2: 62, 3: 70 } as const

interface PeopleFoundProps {
  label: string
  /** Undefined while the first answer is on its way. */
  people: readonly Suggestion[] | undefined
  openAddress: string
  onOpen: (address: string) => void
}

/** People that a search has found, each with what it was found by. */
export function PeopleFound({ label, people, openAddress, onOpen }: PeopleFoundProps) {
  const say = useWords()
  const { fontSize } = useGeneral()
  if (!people) return null
  return (
    <div className={css.rows}>
      <MailList<Suggestion>
        label={label}
        count={people.length}
        rowHeight={ROW_HEIGHTS[fontSize]}
        rowAt={(index) => people[index]}
        keyOf={({ address }) => address}
        renderRow={(one) => <Found person={one} />}
        empty={<EmptyState scene="nothing" title={say('list.notFound')} />}
        openKey={openAddress}
        onOpen={({ address }) => onOpen(address)}
        className={css.grid}
      />
    </div>
  )
}

/** One line of what was found: who, where, and why it is here. */
export function Found({ person: { name, address, deptName, duties, matched } }: { person: Suggestion }) {
  const say = useWords()
  const department = deptName.slice(deptName.lastIndexOf('/') + 1).trim()
  return (
    <div className={css.row}>
      <Avatar name={name} address={address} size={36} />
      <span className={css.who}>
        <span className={css.name}>
          {name || address}
          {matched !== '' && matched !== 'name' && <span className={css.why}>{say(`matched.${matched}`)}</span>}
        </span>
        <span className={css.about}>{[department, duties, address].filter(Boolean).join(' · ')}</span>
      </span>
    </div>
  )
}
