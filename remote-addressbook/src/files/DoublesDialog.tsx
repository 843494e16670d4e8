import type { Contact, ContactDouble } from '@yanshu/contracts'
import { http, markStale, t, usePreference } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, Checkbox, Dialog, EmptyState, ErrorCard, RadioGroup, Skeleton, undoable } from '@yanshu/ui'
import { useState } from 'react'
import { birthdayText } from '../contacts/birthday.ts'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { NS, useWords } from '../useWords.ts'
import css from './files.module.css'
import {
  allOf,
  doubleKey,
  keyOf,
  LISTS,
  type MergeChoice,
  mergedFields,
  NO_CHOICE,
  noteOfAll,
  OF_ALL,
  photoOf,
  TEXTS,
  type TextField,
  valuesOf,
} from './mergeModel.ts'

/** Most that are remembered as left. */
const LEFT_MAX = 500
const NONE: readonly string[] = []

const NAMES = { emails: 'email', phones: 'phone', addresses: 'address' } as const

/** Contacts that may be one person, pair after pair: made one field by field, or left as they are. */
export function DoublesDialog({ onDone }: { onDone: () => void }) {
  const say = useWords()
  const [at, setAt] = useState(0)
  const [choice, setChoice] = useState<MergeChoice>(NO_CHOICE)
  const [busy, setBusy] = useState(false)
  /** Doubles that the user left as they are, until the user signs out. */
  const [left, setLeft] = usePreference('contacts.doublesLeft', NONE)
  /** Those that are not shown. What is left now stays in the list: it must not move under what is being decided. */
  const [hidden, setHidden] = useState(left)
  // Asked once: the list must not move under what is being decided.
  const { data, isError, refetch } = useQuery({
    queryKey: ['contact-doubles'],
    queryFn: ({ signal }) => http.get('contact/double/list', {}, { signal, silent: true }),
    staleTime: 0,
    gcTime: 0,
  })
  const list = data?.list.filter((one) => !hidden.includes(doubleKey(one))) ?? []
  const double = list[at]
  const next = () => {
    setChoice(NO_CHOICE)
    setAt(at + 1)
  }
  const leave = (one: ContactDouble) => {
    setLeft([...left, doubleKey(one)].slice(-LEFT_MAX))
    next()
  }
  const lookAgain = () => {
    setLeft(NONE)
    setHidden(NONE)
    setAt(0)
  }
  const merge = async ({ contacts }: ContactDouble) => {
    setBusy(true)
    const merged = await http
      .post('contact/merge', {
        contacts: contacts.map(({ contactId, revision }) => ({ contactId, revision })),
        fields: mergedFields(contacts, choice),
        photoOf: photoOf(contacts, choice),
      })
      .catch(() => null)
    setBusy(false)
    if (!merged) {
      // Another window may have changed one of them.
      setChoice(NO_CHOICE)
      setHidden(left)
      setAt(0)
      void refetch()
      return
    }
    markStale(CONTACTS_KEY)
    undoable(t(NS, 'double.done', { name: merged.contact.name, count: contacts.length }), () => {
      http.post('contact/import/undo', { importId: merged.importId }).then(
        () => markStale(CONTACTS_KEY),
        () => undefined,
      )
    })
    next()
  }
  return (
    <Dialog
      open
      wide
      title={say('files.doubles')}
      onClose={onDone}
      footer={
        double ? (
          <>
            <Button onClick={onDone} data-autofocus="">
              {say('double.close')}
            </Button>
            <Button onClick={() => leave(double)}>{say('double.skip')}</Button>
            <Button variant="primary" loading={busy} onClick={() => void merge(double)}>
              {say('double.merge', { count: double.contacts.length })}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onDone} data-autofocus="">
            {say('double.close')}
          </Button>
        )
      }
    >
      {isError ? (
        <ErrorCard what={say('list.failed')} advice={say('list.failedAdvice')} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : double ? (
        <div className={css.work}>
          <p className={css.summary} role="status">
            {say('double.nth', { n: at + 1, total: data.total - data.list.length + list.length })} ·{' '}
            {say(`double.by.${double.reason}`, { shared: double.shared })}
          </p>
          <Merge key={at} contacts={double.contacts} choice={choice} onChoice={setChoice} />
        </div>
      ) : (
        <EmptyState
          scene="nothing"
          title={say(at > 0 ? 'double.through' : list.length < data.list.length ? 'double.noOthers' : 'double.none')}
          text={say(at > 0 ? 'double.throughText' : 'double.noneText')}
          actions={
            data.list.some((one) => left.includes(doubleKey(one))) && (
              <Button onClick={lookAgain}>{say('double.lookAgain')}</Button>
            )
          }
        />
      )}
    </Dialog>
  )
}

interface MergeProps {
  contacts: readonly Contact[]
  choice: MergeChoice
  onChoice: (choice: MergeChoice) => void
}

/** The fields of several contacts: where they say different things one is chosen, and of lists what stays. */
function Merge({ contacts, choice, onChoice }: MergeProps) {
  const say = useWords()
  const texts = TEXTS.flatMap((field) => {
    const values = valuesOf(contacts, field)
    return values.length > 1 ? [{ field, values }] : []
  })
  const photos = contacts.filter(({ photo }) => photo !== '')
  const shown = (field: TextField, value: string, contactId: number) => {
    const lunar = contacts.find((one) => one.contactId === contactId)?.birthdayLunar ?? false
    return field === 'birthday' ? birthdayText(value, lunar, say) : value
  }
  const keep = (key: string, on: boolean) => {
    const without = new Set(choice.without)
    if (on) without.delete(key)
    else without.add(key)
    onChoice({ ...choice, without })
  }
  return (
    <>
      <ul className={css.people}>
        {contacts.map(({ contactId, name, emails, photo, organization }) => (
          <li key={contactId}>
            <Avatar name={name} address={emails[0]?.value ?? name} src={photo || undefined} size={36} />
            <span className={css.heading}>
              <b>{name}</b>
              <small>{[emails[0]?.value, organization].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        ))}
      </ul>
      <div className={css.fields}>
        {photos.length > 1 && (
          <RadioGroup
            label={say('field.photo')}
            stacked
            value={photoOf(contacts, choice) ?? undefined}
            options={photos.map(({ contactId, name }) => ({ value: contactId, label: name }))}
            onChange={(contactId) => onChoice({ ...choice, photoOf: contactId })}
          />
        )}
        {texts.map(({ field, values }) => (
          <RadioGroup
            key={field}
            label={say(`field.${field}`)}
            stacked
            value={choice.from[field] ?? values[0]?.contactId}
            options={[
              ...values.map(({ value, contactId }) => ({ value: contactId, label: shown(field, value, contactId) })),
              ...(field === 'note' && noteOfAll(contacts) !== null
                ? [{ value: OF_ALL, label: say('double.allNotes') }]
                : []),
            ]}
            onChange={(contactId) => onChoice({ ...choice, from: { ...choice.from, [field]: contactId } })}
          />
        ))}
      </div>
      {LISTS.map((field) => {
        const all = allOf(contacts, field)
        return (
          all.length > 0 && (
            <fieldset key={field} className={css.keeps}>
              <legend>{say(`field.${NAMES[field]}`)}</legend>
              {all.map((one) => {
                const key = keyOf(field, one)
                return (
                  <Checkbox
                    key={key}
                    label={`${one.value} · ${say(`kind.${one.kind}`)}`}
                    checked={!choice.without.has(key)}
                    onChange={(on) => keep(key, on)}
                  />
                )
              })}
            </fieldset>
          )
        )
      })}
    </>
  )
}
