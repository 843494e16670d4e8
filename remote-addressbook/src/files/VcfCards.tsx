import type { PostData, SlotProps } from '@yanshu/contracts'
import { fetchPart, go, http, markStale, t } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, undoable } from '@yanshu/ui'
import { useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { NS, useWords } from '../useWords.ts'
import css from './vcf.module.css'

const SHOWN = 3
/** It is read whenever its mail is opened; a larger file is an address book, to be imported. */
const MOST_BYTES = 512 * 1_024
const CARD = /^text\/(?:x-)?vcard$|^text\/directory$/i

type Found = PostData<'contact/card/read'>['list'][number]

/** The people of the first contact card of a mail: each can be kept, a whole address book imported. */
export default function VcfCards({ mail }: SlotProps<'mail.card'>) {
  const say = useWords()
  const file = mail.attachments.find(({ contentType }) => CARD.test(contentType))
  const { data } = useQuery({
    queryKey: [...CONTACTS_KEY, 'card', file?.fileId],
    queryFn: ({ signal }) => http.post('contact/card/read', { fileId: file?.fileId ?? '' }, { signal, silent: true }),
    enabled: file !== undefined && file.size <= MOST_BYTES,
    retry: false,
  })
  if (!file || !data || data.list.length === 0) return null
  const more = data.total - Math.min(SHOWN, data.list.length)
  const importAll = async () => {
    const { openImport } = await fetchPart(() => import('./openFiles.tsx'))
    await openImport(undefined, { fileId: file.fileId, name: file.name })
  }
  return (
    <section className={css.cards} aria-label={say('vcf.label')}>
      <ul>
        {data.list.slice(0, SHOWN).map((one) => (
          <Card key={`${one.person.name} ${one.person.emails[0]?.value}`} found={one} />
        ))}
      </ul>
      {more > 0 && (
        <p className={css.more}>
          {say('vcf.more', { count: more })}
          <Button size="small" icon="upload" onClick={() => void importAll()}>
            {say('vcf.all')}
          </Button>
        </p>
      )}
    </section>
  )
}

function Card({ found: { person, knownId } }: { found: Found }) {
  const say = useWords()
  const [saving, setSaving] = useState(false)
  const address = person.emails[0]?.value ?? ''
  const name = person.name || address
  const about = [person.organization, person.duties].filter(Boolean).join(' · ')
  const reach = [address, person.phones[0]?.value].filter(Boolean).join(' · ')
  const open = (contactId: number) => go(`/addressbook/allcontacts?contact=${contactId}`)
  const save = async () => {
    setSaving(true)
    const saved = await http.post('contact/save', person).catch(() => null)
    setSaving(false)
    if (!saved) return
    markStale(CONTACTS_KEY)
    undoable(t(NS, 'vcf.saved', { name }), () => {
      http.post('contact/delete', { contactIds: [saved.contactId] }).then(
        () => markStale(CONTACTS_KEY),
        () => undefined,
      )
    })
  }
  return (
    <li>
      <Avatar name={name} address={address || name} size={36} />
      <span className={css.who}>
        <b>{name}</b>
        {about && <span>{about}</span>}
        <small>{reach}</small>
      </span>
      {knownId === null ? (
        <Button size="small" icon="plus" loading={saving} onClick={() => void save()}>
          {say('vcf.save')}
        </Button>
      ) : (
        <Button size="small" icon="contacts" onClick={() => open(knownId)}>
          {say('vcf.open')}
        </Button>
      )}
    </li>
  )
}
