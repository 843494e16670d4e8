import { Code, type Contact, type ContactGroup, type ContactProblem } from '@yanshu/contracts'
import { ApiError, http, markStale } from '@yanshu/shell-api'
import { Button, Checkbox, notify, Select, TextArea, TextField } from '@yanshu/ui'
import { useDraft } from '@yanshu/ui/draft'
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

interface FormValues extends ContactDraft {
  /** A picture to be saved with it; null removes the one that there is. */
  readonly photo?: { readonly id: string; readonly src: string } | null | undefined
}

/** Null for a contact that was deleted. */
const nullWhenGone = (error: unknown): null => {
  if (error instanceof ApiError && error.code === Code.notFound) return null
  throw error
}

/** A form for a contact. On saving, each mistake is shown beside its field. */
export default function ContactForm({ contact, groupId, groups, onDirty, onSaved, onCancel }: ContactFormProps) {
  const say = useWords()
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, base, changed, elsewhere, busy, save } = useDraft<Contact, FormValues, Contact>({
    stored: contact,
    draftOf: (of) => draftOf(of, groupId),
    read: ({ contactId }) => http.get('contact/detail', { contactId }, { silent: true }).catch(nullWhenGone),
    save: ({ photo, ...values }, from) =>
      http.post(
        'contact/save',
        {
          ...contactOf(values),
          contactId: from?.contactId ?? null,
          starred: from?.starred ?? false,
          ...(from ? { revision: from.revision } : {}),
          ...(photo === undefined ? {} : { photoId: photo?.id ?? null }),
        },
        { silent: true },
      ),
    conflict: {
      isConflict: (error) =>
        error instanceof ApiError && (error.code === Code.contactChanged || error.code === Code.notFound),
      // What was not touched here is brought up to date, nothing is lost.
      merge: (from, mine, newest) => ({ ...mine, ...rebased(from, mine, newest) }),
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view makes its function anew whenever it is drawn
  useEffect(() => onDirty(changed), [changed])
  const problems = asked ? problemsOf(draft) : {}
  const wrong = (field: string) => {
    const problem: ContactProblem | undefined = problems[field]
    if (!problem) return undefined
    return say(`problem.${problem}`, problem.startsWith('too-') ? limitOf(draft, field) : {})
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input[type=text]')?.focus()
  }, [])
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
  const store = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(problemsOf(draft)).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    try {
      const saved = await save()
      if (!saved) return
      onDirty(false)
      markStale(CONTACTS_KEY)
      onSaved(saved)
    } catch (error) {
      if (error instanceof ApiError) notify.error(error.message)
    }
  }
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={say(contact ? 'form.edit' : 'form.new')}
      onSubmit={(event) => void store(event)}
    >
      <h2>{say(contact ? 'form.edit' : 'form.new')}</h2>
      {elsewhere && (
        <p role="alert" className={css.moved}>
          {say(elsewhere.kind === 'gone' ? 'form.gone' : 'form.changed')}
        </p>
      )}
      <PhotoField
        name={draft.name}
        address={draft.emails[0]?.value ?? ''}
        src={(draft.photo === undefined ? base?.photo : draft.photo?.src) ?? ''}
        onPhoto={(photo) => change({ photo })}
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
        <Button variant="primary" type="submit" loading={busy}>
          {say('form.save')}
        </Button>
      </footer>
    </form>
  )
}
