import { useSession, useSwitch } from '@yanshu/shell-api'
import { Avatar, Button, EmptyState, IconButton, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { Fact, useContact } from '../contacts/ContactCard.tsx'
import { copyCard, writeTo } from '../contacts/contactActions.ts'
import css from '../contacts/contacts.module.css'
import { GroupsMenu } from '../contacts/GroupsMenu.tsx'
import { useGroups } from '../contacts/useGroups.ts'
import { useWords } from '../useWords.ts'
import { AboutPerson } from './about.ts'
import { MeetButton } from './MeetButton.tsx'
import { savePerson } from './savePerson.ts'
import { usePerson } from './usePerson.ts'

/** A person of the organisation: where they work, as what, and how to reach them. */
export function DirectoryCard({ address, onBack }: { address: string; onBack: () => void }) {
  const say = useWords()
  const session = useSession()
  const displayEmail = useSwitch('displayEmail')
  const person = usePerson(address)
  const { groups } = useGroups()
  const { data: contact } = useContact(person?.contactId ?? null)
  const [saving, setSaving] = useState(false)
  if (person === null) {
    return (
      <EmptyState
        scene="none"
        title={say('card.failed')}
        text={say('card.nobody')}
        actions={<Button onClick={onBack}>{say('card.back')}</Button>}
      />
    )
  }
  if (!person) return <Skeleton lines={6} />
  const { name, deptName, partTimeDeptName, duties, phone, organization, leads } = person
  const mine = session.status === 'open' && session.userMail.toLowerCase() === address.toLowerCase()
  const keep = async () => {
    setSaving(true)
    await savePerson({ name, address })
    setSaving(false)
  }
  return (
    <article className={css.card} aria-label={name}>
      <header className={css.cardHead}>
        <IconButton icon="chevron-left" label={say('card.back')} className={css.back} onClick={onBack} />
        <Avatar name={name} address={address} src={person.photo || undefined} size={64} />
        <div className={css.cardName}>
          <h2>{name}</h2>
          <p>
            {[duties, leads.length > 0 && say('card.leads', { names: leads.join(say('card.between')) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </header>
      <div className={css.cardTools}>
        <Button variant="primary" icon="compose" onClick={() => writeTo([{ name, address }])}>
          {say('card.write')}
        </Button>
        {!mine && <MeetButton person={{ name, address }} />}
        {!mine && person.contactId === null && (
          <Button icon="plus" loading={saving} onClick={() => void keep()}>
            {say('card.keep')}
          </Button>
        )}
        {!mine && (
          <GroupsMenu
            groups={groups}
            contactId={person.contactId}
            person={{ name, address }}
            groupIds={contact?.groupIds ?? []}
          />
        )}
        <Button icon="copy" onClick={() => void copyCard([name, deptName, duties, address, phone])}>
          {say('card.copy')}
        </Button>
      </div>
      <dl className={css.facts}>
        {displayEmail && (
          <Fact name={say('field.email')}>
            <button type="button" className={css.link} onClick={() => writeTo([{ name, address }])}>
              {address}
            </button>
          </Fact>
        )}
        {phone && (
          <Fact name={say('field.phone')}>
            <a className={css.link} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          </Fact>
        )}
        {deptName && <Fact name={say('field.department')}>{deptName}</Fact>}
        {partTimeDeptName && (
          <Fact name={say('field.partTime')}>{partTimeDeptName.split(',').join(say('card.between'))}</Fact>
        )}
        {organization && <Fact name={say('field.organization')}>{organization}</Fact>}
      </dl>
      <AboutPerson address={address} />
    </article>
  )
}
