import type { SlotProps } from '@yanshu/contracts'
import { go } from '@yanshu/shell-api'
import { Avatar, Button } from '@yanshu/ui'
import { useState } from 'react'
import { useWords } from '../useWords.ts'
import { Soon } from './about.ts'
import { pathOfPerson } from './pathOfPerson.ts'
import css from './person.module.css'
import { savePerson } from './savePerson.ts'
import { usePerson } from './usePerson.ts'

/** A person, where a mail shows them: department, duty and phone, or a button that adds them to the contacts. */
export default function PersonCard({ person }: SlotProps<'person.card'>) {
  const say = useWords()
  const known = usePerson(person.address)
  const [saving, setSaving] = useState(false)
  if (known === undefined) return null
  const save = async () => {
    setSaving(true)
    await savePerson(person)
    setSaving(false)
  }
  const facts = known
    ? [known.deptName || known.organization, known.duties, known.phone, known.leads.length > 0 && say('card.head')]
    : []
  return (
    <section className={css.known} aria-label={say('card.who')}>
      {known?.photo && <Avatar name={known.name} address={known.address} src={known.photo} size={40} />}
      <p>
        <strong>{known?.name || person.name || person.address}</strong>{' '}
        {facts.filter(Boolean).join(' · ') || say('card.unknown')}
      </p>
      {known ? (
        <Button size="small" icon="contacts" onClick={() => go(pathOfPerson(known.address))}>
          {say('card.open')}
        </Button>
      ) : (
        <Button size="small" icon="plus" loading={saving} onClick={() => void save()}>
          {say('card.keep')}
        </Button>
      )}
      <Soon address={person.address} />
    </section>
  )
}
