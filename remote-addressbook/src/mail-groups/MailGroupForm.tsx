import { isMailAddress, type MailGroup } from '@yanshu/contracts'
import { http, markStale, useSession } from '@yanshu/shell-api'
import { Button, Checkbox, RadioGroup, TextArea, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import css from '../contacts/contacts.module.css'
import { useWords } from '../useWords.ts'

const SENDERS = ['members', 'permitted', 'organisation', 'anybody'] as const

export interface MailGroupFormProps {
  /** Null makes a new one. */
  group: MailGroup | null
  onDirty: (dirty: boolean) => void
  onSaved: (groupId: number) => void
  onCancel: () => void
}

/** A mail group being made or changed: its name, its address, and whose mail it accepts. */
export default function MailGroupForm({ group, onDirty, onSaved, onCancel }: MailGroupFormProps) {
  const say = useWords()
  const session = useSession()
  const domain = session.status === 'open' ? session.userMail.slice(session.userMail.lastIndexOf('@')) : ''
  const [groupName, setName] = useState(group?.groupName ?? '')
  const [address, setAddress] = useState(group?.address ?? domain)
  const [note, setNote] = useState(group?.note ?? '')
  const [senders, setSenders] = useState<MailGroup['senders']>(group?.senders ?? 'organisation')
  const [moderated, setModerated] = useState(group?.moderated ?? false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[type=text]')?.focus()
  }, [])
  const [asked, setAsked] = useState(false)
  const [saving, setSaving] = useState(false)
  const noName = groupName.trim() === ''
  const noAddress = !isMailAddress(address.trim())
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (noName || noAddress) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setSaving(true)
    const body = { groupId: group?.groupId ?? null, groupName, address: address.trim(), note, senders, moderated }
    const saved = await http.post('contact/mailgroup/save', body).catch(() => null)
    setSaving(false)
    if (!saved) return
    onDirty(false)
    markStale(CONTACTS_KEY)
    onSaved(saved.groupId)
  }
  const title = say(group ? 'mailgroup.edit' : 'mailgroup.new')
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={title}
      onChange={() => onDirty(true)}
      onSubmit={(event) => void save(event)}
    >
      <h2>{title}</h2>
      <TextField
        label={say('group.name')}
        value={groupName}
        autoComplete="off"
        maxLength={100}
        error={asked && noName ? say('mailgroup.nameRequired') : undefined}
        onChange={setName}
      />
      <TextField
        label={say('field.email')}
        value={address}
        autoComplete="off"
        inputMode="email"
        maxLength={254}
        error={asked && noAddress ? say('problem.no-address') : undefined}
        onChange={setAddress}
      />
      <RadioGroup
        label={say('mailgroup.senders')}
        stacked
        value={senders}
        options={SENDERS.map((value) => ({ value, label: say(`senders.${value}`) }))}
        onChange={setSenders}
      />
      <Checkbox
        label={say('mailgroup.moderated')}
        hint={say('mailgroup.moderatedHint')}
        checked={moderated}
        onChange={setModerated}
      />
      <TextArea label={say('field.note')} value={note} rows={3} maxLength={2_000} onChange={setNote} />
      <footer className={css.formFoot}>
        <Button onClick={onCancel}>{say('form.cancel')}</Button>
        <Button variant="primary" type="submit" loading={saving}>
          {say('form.save')}
        </Button>
      </footer>
    </form>
  )
}
