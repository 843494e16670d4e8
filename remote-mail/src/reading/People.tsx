import type { MailAddress } from '@yanshu/contracts'
import { go, http, intents, useSession, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Menu } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { Fragment, useRef, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { useSeen } from '../list-view/useSeen.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import css from './MailHead.module.css'

/** Recipients that the head names on its one line. */
const SHOWN = 2

interface PersonProps {
  person: MailAddress
  withAddress?: boolean
  /** Stands for the name. */
  called?: string | undefined
}

/** A person of a mail: the name, and a menu of what can be done with the address. */
export function Person({ person, withAddress = false, called }: PersonProps) {
  const say = useWords()
  const ref = useRef<HTMLButtonElement>(null)
  const displayEmail = useSwitch('displayEmail')
  const [open, setOpen] = useState(false)
  const copy = () => copyText(person.address, { done: say('people.copied'), failed: say('people.notCopied') })
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={css.person}
        title={displayEmail ? person.address : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {called ?? nameOf(person)}
        {withAddress && person.name && (
          <span data-address="" className={css.address}>
            {' '}
            &lt;{person.address}&gt;
          </span>
        )}
      </button>
      <Menu
        open={open}
        anchor={ref}
        label={nameOf(person)}
        onClose={() => setOpen(false)}
        items={[
          { kind: 'heading', id: 'address', label: displayEmail ? person.address : nameOf(person) },
          {
            id: 'write',
            label: say('people.write'),
            icon: 'compose',
            onSelect: () => void intents.send('compose.open', { kind: 'new', to: [person] }).catch(() => undefined),
          },
          {
            id: 'related',
            label: say('people.related'),
            icon: 'mail',
            onSelect: () => go(`/inboxct?address=${encodeURIComponent(person.address)}`),
          },
          { id: 'copy', label: say('people.copy'), icon: 'copy', onSelect: () => void copy() },
        ]}
      />
    </>
  )
}

/** Whom a mail goes to on one line: the reader first, one other, and how many there are. */
export function Recipients({ people, count }: { people: readonly MailAddress[]; count: number }) {
  const say = useWords()
  const session = useSession()
  const mine = session.status === 'open' ? (session.user?.emailAddr ?? session.userMail).toLowerCase() : ''
  const isMine = ({ address }: MailAddress) => address.toLowerCase() === mine
  const me = people.find(isMine)
  const others = people.filter((person) => !isMine(person))
  const shown = (me ? [me, ...others] : others).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <span className={css.to}>
      <span className={css.quiet}>{say('reading.sentTo')}</span>{' '}
      {shown.map((person, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of recipients never changes, and may name one twice
        <Fragment key={at}>
          {at > 0 && say('reading.between')}
          <Person person={person} called={person === me ? say('reading.me') : undefined} />
        </Fragment>
      ))}
      {count > shown.length && <span className={css.quiet}> {say('reading.inAll', { count })}</span>}
    </span>
  )
}

/** A line of the details: what they are in the mail, and all of them with their addresses. */
export function PeopleLine({ label, people }: { label: string; people: readonly MailAddress[] }) {
  if (people.length === 0) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of recipients never changes, and may name one twice
          <Person key={at} person={person} withAddress />
        ))}
      </dd>
    </>
  )
}

/** The department of a person of the organisation, '' for others and while it is not known. */
export function useDepartment(address: string): string {
  const seen = useSeen()
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
    enabled: seen && address !== '',
  })
  return data ?? ''
}
