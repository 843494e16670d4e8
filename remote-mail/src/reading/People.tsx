import type { MailAddress } from '@yanshu/contracts'
import { go, http, intents, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Menu, notify } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './ReadingPane.module.css'

/** Names shown before "show all". */
const SHOWN = 3

/** A person of a mail: the name, and a menu of what can be done with the address. */
export function Person({ person, withAddress = false }: { person: MailAddress; withAddress?: boolean }) {
  const t = useMailT()
  const ref = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(person.address).then(
      () => notify.success(t('people.copied')),
      () => notify.warning(t('people.notCopied')),
    )
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={css.person}
        title={person.address}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {nameOf(person)}
        {withAddress && person.name && <span className={css.address}> &lt;{person.address}&gt;</span>}
      </button>
      <Menu
        open={open}
        anchor={ref}
        label={nameOf(person)}
        onClose={() => setOpen(false)}
        items={[
          { kind: 'heading', id: 'address', label: person.address },
          {
            id: 'write',
            label: t('people.write'),
            icon: 'compose',
            onSelect: () => void intents.send('compose.open', { kind: 'new', to: [person] }).catch(() => undefined),
          },
          {
            id: 'related',
            label: t('people.related'),
            icon: 'mail',
            onSelect: () => go(`/inboxct?address=${encodeURIComponent(person.address)}`),
          },
          { id: 'copy', label: t('people.copy'), icon: 'copy', onSelect: () => void copy() },
        ]}
      />
    </>
  )
}

/** Recipients on one line, some or all. */
export function PeopleLine({ label, people, all }: { label: string; people: readonly MailAddress[]; all: boolean }) {
  const t = useMailT()
  const format = useFormat()
  if (people.length === 0) return null
  const shown = all ? people : people.slice(0, SHOWN)
  return (
    <div className={css.people}>
      <span className={css.peopleLabel}>{label}</span>
      <span className={css.peopleNames} data-one-line={!all || undefined}>
        <span className={css.names}>
          {shown.map((person, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of recipients never changes, and may name one twice
            <Person key={at} person={person} withAddress={all} />
          ))}
        </span>
        {people.length > shown.length && (
          <span className={css.quiet}>{t('reading.morePeople', { count: format.count(people.length) })}</span>
        )}
      </span>
    </div>
  )
}

/** The department of somebody of the organisation, '' for others and while it is not known. */
export function useDepartment(address: string): string {
  const { data } = useQuery({
    queryKey: ['person', address.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { list } = await http.get(
        'contact/list/suggest',
        { keyword: address, pageSize: 3 },
        { signal, silent: true },
      )
      return list.find((one) => one.address.toLowerCase() === address.toLowerCase())?.deptName ?? ''
    },
    staleTime: 60 * 60_000,
    enabled: address !== '',
  })
  return data ?? ''
}
