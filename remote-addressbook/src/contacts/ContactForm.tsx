import { Code, type Contact, type ContactGroup, type ContactProblem } from '@yanshu/contracts'
import { ApiError, http, markStale } from '@yanshu/shell-api'
import { Button, Checkbox, notify, Select, TextArea, TextField } from '@yanshu/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { CONTACTS_KEY } from './contactKeys.ts'
import css from './contacts.module.css'
import {
  type ContactDraft,
  contactOf,
  draftOf,
  limitOf,
  problemsOf,
  rebased,
  type Several,
  withEmptyLine,
} from './formModel.ts'
import { groupLines } from './groupNodes.ts'
import { PhotoField } from './PhotoField.tsx'

const KINDS = ['work', 'home', 'mobile', 'other'] as const
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)
const DAYS = Array.from({ length: 31 }, (_, at) => at + 1)

export interface ContactFormProps {
  /** Null makes a new one. */
  contact: Contact | null
  /** The group that a new one is put into. */
  groupId: number | undefined
  groups: readonly ContactGroup[]
  onDirty: (dirty: boolean) => void
  onSaved: (contact: Contact) => void
  onCancel: () => void
}

/** A form for a contact. On saving, each mistake is shown beside its field. */
export default function ContactForm({ contact, groupId, groups, onDirty, onSaved, onCancel }: ContactFormProps) {
  const say = useWords()
  const [draft, setDraft] = useState<ContactDraft>(() => draftOf(contact, groupId))
  /** What is stored, as it was last read; null where saving makes a new contact. */
  const [base, setBase] = useState(contact)
  const [moved, setMoved] = useState<'changed' | 'gone' | null>(null)
  const [asked, setAsked] = useState(false)
  const [saving, setSaving] = useState(false)
  /** A picture to be saved with it; null takes the one away that there is. */
  const [photo, setPhoto] = useState<{ id: string; src: string } | null | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const problems = asked ? problemsOf(draft) : {}
  const wrong = (field: string) => {
    const problem: ContactProblem | undefined = problems[field]
    if (!problem) return undefined
    return say(`problem.${problem}`, problem.startsWith('too-') ? limitOf(draft, field) : {})
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[type=text]')?.focus()
  }, [])
  const change = (part: Partial<ContactDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    onDirty(true)
  }
  const text = (field: 'name' | 'nickname' | 'organization' | 'duties') => (
    <TextField
      label={say(`field.${field}`)}
      value={draft[field]}
      error={wrong(field)}
      autoComplete="off"
      onChange={(value) => change({ [field]: value })}
    />
  )
  const several = (field: Several, one: 'email' | 'phone' | 'address') => (
    <fieldset className={css.several}>
      <legend>{say(`field.${one}`)}</legend>
      {wrong(field) && (
        <p role="alert" className={css.wrong}>
          {wrong(field)}
        </p>
      )}
      {draft[field].map((line, at) => {
        const set = (next: Partial<typeof line>) =>
          change({
            [field]: withEmptyLine(
              field,
              draft[field].map((each, index) => (index === at ? { ...each, ...next } : each)),
            ),
          })
        const name = say('form.nth', { name: say(`field.${one}`), n: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; what is typed must not lose the focus
          <div key={at} className={css.line}>
            <Select
              label={say('form.kindOf', { name })}
              hideLabel
              value={line.kind}
              options={KINDS.map((value) => ({ value, label: say(`kind.${value}`) }))}
              onChange={(kind) => set({ kind })}
            />
            <TextField
              label={name}
              hideLabel
              value={line.value}
              error={wrong(`${field}.${at}`)}
              autoComplete="off"
              inputMode={one === 'email' ? 'email' : one === 'phone' ? 'tel' : 'text'}
              placeholder={at === draft[field].length - 1 ? say(`form.more.${one}`) : undefined}
              onChange={(value) => set({ value })}
            />
          </div>
        )
      })}
    </fieldset>
  )
  /** Another window has changed or deleted it: what was not touched here is brought up to date, nothing is lost. */
  const refused = async (error: unknown) => {
    if (!(error instanceof ApiError)) return null
    if (base && error.code === Code.contactChanged) {
      const { contactId } = base
      const newest = await http.get('contact/detail', { contactId }).catch(() => null)
      if (!newest) return null
      setDraft((now) => rebased(draftOf(base), now, draftOf(newest)))
      setBase(newest)
      setMoved('changed')
    } else if (base && error.code === Code.notFound) {
      setBase(null)
      setMoved('gone')
    } else notify.error(error.message)
    return null
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(problemsOf(draft)).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setSaving(true)
    const saved = await http
      .post(
        'contact/save',
        {
          ...contactOf(draft),
          contactId: base?.contactId ?? null,
          starred: base?.starred ?? false,
          ...(base ? { revision: base.revision } : {}),
          ...(photo === undefined ? {} : { photoId: photo?.id ?? null }),
        },
        { silent: true },
      )
      .catch(refused)
    setSaving(false)
    if (!saved) return
    onDirty(false)
    markStale(CONTACTS_KEY)
    onSaved(saved)
  }
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={say(contact ? 'form.edit' : 'form.new')}
      onSubmit={(event) => void save(event)}
    >
      <h2>{say(contact ? 'form.edit' : 'form.new')}</h2>
      {moved && (
        <p role="alert" className={css.moved}>
          {say(`form.${moved}`)}
        </p>
      )}
      <PhotoField
        name={draft.name}
        address={draft.emails[0]?.value ?? ''}
        src={(photo === undefined ? base?.photo : photo?.src) ?? ''}
        onPhoto={(next) => {
          setPhoto(next)
          onDirty(true)
        }}
      />
      <div className={css.pair}>
        {text('name')}
        {text('nickname')}
      </div>
      <div className={css.pair}>
        {text('organization')}
        {text('duties')}
      </div>
      {several('emails', 'email')}
      {several('phones', 'phone')}
      {several('addresses', 'address')}
      <fieldset className={css.several}>
        <legend>{say('field.birthday')}</legend>
        <div className={css.birthday}>
          <TextField
            label={say('form.year')}
            value={draft.year}
            inputMode="numeric"
            maxLength={4}
            error={wrong('birthday')}
            onChange={(year) => change({ year })}
          />
          <Select
            label={say('form.month')}
            value={draft.month}
            options={[{ value: 0, label: '–' }, ...MONTHS.map((value) => ({ value, label: say(`month.${value}`) }))]}
            onChange={(month) => change({ month })}
          />
          <Select
            label={say('form.day')}
            value={draft.day}
            options={[{ value: 0, label: '–' }, ...DAYS.map((value) => ({ value, label: String(value) }))]}
            onChange={(day) => change({ day })}
          />
          <Checkbox
            label={say('form.lunar')}
            checked={draft.birthdayLunar}
            onChange={(birthdayLunar) => change({ birthdayLunar })}
          />
        </div>
      </fieldset>
      {groups.length > 0 && (
        <fieldset className={css.several}>
          <legend>{say('field.groups')}</legend>
          <div className={css.ticks}>
            {groupLines(groups).map(({ groupId: id, label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={draft.groupIds.includes(id)}
                onChange={(on) =>
                  change({ groupIds: on ? [...draft.groupIds, id] : draft.groupIds.filter((each) => each !== id) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        label={say('field.note')}
        value={draft.note}
        error={wrong('note')}
        rows={3}
        onChange={(note) => change({ note })}
      />
      <footer className={css.formFoot}>
        <Button onClick={onCancel}>{say('form.cancel')}</Button>
        <Button variant="primary" type="submit" loading={saving}>
          {say('form.save')}
        </Button>
      </footer>
    </form>
  )
}
