import type { Contact, ContactGroup, Labelled } from '@yanshu/contracts'
import { fetchPart, http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, ErrorCard, IconButton, MenuButton, Skeleton } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { AboutPerson } from '../person/about.ts'
import { MeetButton } from '../person/MeetButton.tsx'
import { useWords } from '../useWords.ts'
import { birthdayText } from './birthday.ts'
import { copyCard, deleteContacts, starContact, writeTo } from './contactActions.ts'
import { CONTACTS_KEY } from './contactKeys.ts'
import css from './contacts.module.css'
import { GroupsMenu } from './GroupsMenu.tsx'
import { groupLines } from './groupNodes.ts'
import { workplaceOf } from './workplaceOf.ts'

/** One of the own contacts, as it was last read. */
export const useContact = (contactId: number | null) =>
  useQuery({
    queryKey: [...CONTACTS_KEY, 'detail', contactId],
    queryFn: ({ signal }) => http.get('contact/detail', { contactId: contactId ?? 0 }, { signal, silent: true }),
    enabled: contactId !== null,
  })

interface ContactCardProps {
  contactId: number
  groups: readonly ContactGroup[]
  onEdit: (contact: Contact) => void
  onGone: () => void
  onBack: () => void
}

/** Everything that is known of a contact, and what can be done with it. */
export function ContactCard({ contactId, groups, onEdit, onGone, onBack }: ContactCardProps) {
  const say = useWords()
  const { data: contact, isError, refetch } = useContact(contactId)
  if (isError) {
    return (
      <div className={css.notice}>
        <IconButton icon="chevron-left" label={say('card.back')} className={css.back} onClick={onBack} />
        <ErrorCard what={say('card.failed')} advice={say('card.failedAdvice')} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!contact) return <Skeleton lines={6} />
  const { name, nickname, emails, phones, addresses, birthday, birthdayLunar, note, starred } = contact
  const first = emails[0]?.value
  const kindOf = ({ kind }: Labelled) => say(`kind.${kind}`)
  const groupNames = groupLines(groups)
    .filter(({ groupId }) => contact.groupIds.includes(groupId))
    .map(({ label }) => label)
  const born = birthday && birthdayText(birthday, birthdayLunar, say)
  const remove = async () => {
    // The card is closed first: it must not ask for the deleted contact when the change arrives.
    onGone()
    await deleteContacts([contactId], name)
  }
  const lines = () => [
    name,
    workplaceOf(contact),
    ...[...emails, ...phones, ...addresses].map((one) => `${kindOf(one)}: ${one.value}`),
  ]
  const send = () => void fetchPart(() => import('../files/openFiles.tsx')).then((files) => files.sendCard(contact))
  return (
    <article className={css.card} aria-label={name}>
      <header className={css.cardHead}>
        <IconButton icon="chevron-left" label={say('card.back')} className={css.back} onClick={onBack} />
        <Avatar name={name} address={first ?? name} src={contact.photo || undefined} size={64} />
        <div className={css.cardName}>
          <h2>{name}</h2>
          <p>{[nickname && say('card.alias', { nickname }), workplaceOf(contact)].filter(Boolean).join(' · ')}</p>
        </div>
        <IconButton
          icon={starred ? 'star-filled' : 'star'}
          label={say(starred ? 'card.unstar' : 'card.star')}
          pressed={starred}
          onClick={() => void starContact(contactId, !starred)}
        />
      </header>
      <div className={css.cardTools}>
        {first && (
          <Button variant="primary" icon="compose" onClick={() => writeTo([{ name, address: first }])}>
            {say('card.write')}
          </Button>
        )}
        {first && <MeetButton person={{ name, address: first }} />}
        <Button icon="edit" onClick={() => onEdit(contact)}>
          {say('card.edit')}
        </Button>
        <GroupsMenu
          groups={groups}
          contactId={contactId}
          person={{ name, address: first ?? '' }}
          groupIds={contact.groupIds}
        />
        <MenuButton
          icon="more"
          label={say('group.more', { name })}
          items={[
            { id: 'copy', label: say('card.copy'), icon: 'copy', onSelect: () => void copyCard(lines()) },
            { id: 'send', label: say('vcf.send'), icon: 'mail', onSelect: send },
            { id: 'delete', label: say('card.delete'), icon: 'trash', danger: true, onSelect: () => void remove() },
          ]}
        />
      </div>
      <dl className={css.facts}>
        {emails.map((one) => (
          <Fact key={`e${one.value}`} name={say('field.email')} kind={kindOf(one)}>
            <button type="button" className={css.link} onClick={() => writeTo([{ name, address: one.value }])}>
              {one.value}
            </button>
          </Fact>
        ))}
        {phones.map((one) => (
          <Fact key={`p${one.value}`} name={say('field.phone')} kind={kindOf(one)}>
            <a className={css.link} href={`tel:${one.value.replaceAll(/[^\d+]/g, '')}`}>
              {one.value}
            </a>
          </Fact>
        ))}
        {addresses.map((one) => (
          <Fact key={`a${one.value}`} name={say('field.address')} kind={kindOf(one)}>
            {one.value}
          </Fact>
        ))}
        {born && <Fact name={say('field.birthday')}>{born}</Fact>}
        {groupNames.length > 0 && <Fact name={say('field.groups')}>{groupNames.join(say('card.between'))}</Fact>}
        {note && (
          <Fact name={say('field.note')}>
            <span className={css.note}>{note}</span>
          </Fact>
        )}
      </dl>
      {first && <AboutPerson address={first} />}
    </article>
  )
}

/** A line of a card: what it is, of which kind, and the value. */
export function Fact({ name, kind, children }: { name: string; kind?: string; children: ReactNode }) {
  return (
    <>
      <dt>
        {name}
        {kind && <small>{kind}</small>}
      </dt>
      <dd>{children}</dd>
    </>
  )
}
