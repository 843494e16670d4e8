import { Code, type DraftVersion, isSealedLetter, type VersionLetter } from '@yanshu/contracts'
import { ApiError, http, useFormat, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, cx, Dialog, notify, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import { contentOf, filesOf } from '../write/writtenLetter.ts'
import { letterLines } from './letterLines.ts'
import css from './versions.module.css'
import { type DiffPart, wordDiff } from './wordDiff.ts'

interface VersionsPanelProps {
  readonly composer: Composer
  readonly onClose: () => void
  /** The whole letter was replaced. */
  readonly onReplaced: () => void
}

/** The versions of a draft, each with its difference from the letter as it is now, and one of them to bring back. */
export default function VersionsPanel({ composer, onClose, onReplaced }: VersionsPanelProps) {
  const say = useT(NS)
  const { exactTime } = useFormat()
  const mailId = useStore(composer.state).draft.draft?.mailId ?? null
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['compose', 'versions', mailId],
    queryFn: ({ signal }) =>
      mailId === null ? { list: [] } : http.post('mail/email/draft/versions', { mailId }, { silent: true, signal }),
    gcTime: 0,
  })
  const list = data?.list ?? []
  const shown = list.find(({ versionId }) => versionId === chosen) ?? list[0]

  const restore = async () => {
    if (!shown || busy) return
    setBusy(true)
    try {
      const saved = await composer.saveQuietly()
      const { draft } = composer.state.get().draft
      if (!saved || !draft || draft.revision === null) {
        notify.warning(say('history.notSaved'))
        return
      }
      const wanted = { mailId: draft.mailId, versionId: shown.versionId, revision: draft.revision }
      const { missing } = await http.post('mail/email/draft/restore', wanted)
      if (await composer.takeTheirs()) onReplaced()
      if (missing.length > 0) notify.warning(say('history.missing', { names: missing.join(say('history.between')) }))
      else notify.success(say('history.restored', { time: exactTime(shown.savedAt) }))
      onClose()
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      wide
      title={say('history.title')}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {say('history.cancel')}
          </Button>
          {shown && (
            <Button variant="primary" loading={busy} onClick={() => void restore()}>
              {say('history.restore')}
            </Button>
          )}
        </>
      }
    >
      <p className={css.about}>{say('history.about')}</p>
      {!data && !error && <Skeleton lines={4} />}
      {error && <p role="alert">{say('history.failed')}</p>}
      {data && !shown && <p role="status">{say(mailId === null ? 'history.unsaved' : 'history.none')}</p>}
      {mailId !== null && shown && (
        <div className={css.sides}>
          <ul className={css.list} aria-label={say('history.list')}>
            {list.map((version) => (
              <VersionRow
                key={version.versionId}
                version={version}
                isShown={version === shown}
                onChoose={() => setChosen(version.versionId)}
              />
            ))}
          </ul>
          <Difference composer={composer} mailId={mailId} versionId={shown.versionId} />
        </div>
      )}
    </Dialog>
  )
}

interface VersionRowProps {
  readonly version: DraftVersion
  readonly isShown: boolean
  readonly onChoose: () => void
}

function VersionRow({ version: { savedAt, device, person, size, files }, isShown, onChoose }: VersionRowProps) {
  const say = useT(NS)
  const { dayTime, bytes } = useFormat()
  const time = dayTime(savedAt)
  const facts = [device, bytes(size), files > 0 ? say('history.files', { count: files }) : '']
  return (
    <li>
      <button type="button" className={cx(css.row, isShown && css.shown)} aria-pressed={isShown} onClick={onChoose}>
        <span>{person ? say('history.by', { time, person }) : time}</span>
        <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </button>
    </li>
  )
}

interface DifferenceProps {
  readonly composer: Composer
  readonly mailId: number
  readonly versionId: number
}

const FIELDS = ['to', 'cc', 'bcc'] as const

/** What would come back and what would go. */
function Difference({ composer, mailId, versionId }: DifferenceProps) {
  const say = useT(NS)
  const { data, error } = useQuery({
    queryKey: ['compose', 'version', mailId, versionId],
    queryFn: async ({ signal }) => {
      const found = await http.post('mail/email/draft/version', { mailId, versionId }, { silent: true, signal })
      return isSealedLetter(found.html) ? (await fetchSealing()).opened(found) : found
    },
    retry: false,
    gcTime: 0,
    staleTime: 60_000,
  })
  const rows = data ? changesTo(composer, data, (name) => say('history.notKept', { name })) : []
  return (
    <section className={css.difference} aria-label={say('history.difference')} aria-busy={!data && !error}>
      {!data && !error && <Skeleton lines={3} />}
      {error && <p role="alert">{isClosed(error) ? error.message : say('history.failed')}</p>}
      {data &&
        (rows.length === 0 ? <p>{say('history.same')}</p> : <p className={css.about}>{say('history.legend')}</p>)}
      {rows.map(({ name, parts }) => (
        <div key={name} className={css.change}>
          <h3>{say(`history.${name}`)}</h3>
          <p className={css.parts}>
            {keyed(parts).map(({ key, part }) => (
              <Part key={key} part={part} />
            ))}
          </p>
        </div>
      ))}
      {data && !isSame(data.options, composer.state.get().letter.options) && <p>{say('history.optionsToo')}</p>}
    </section>
  )
}

/** Whether a version is encrypted and stays so: its message is a sentence. */
const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === Code.protectionRefused

/** Each part with a key of its own: parts have no names, and stand in the order of the text. */
function keyed(parts: readonly DiffPart[]): readonly { readonly key: number; readonly part: DiffPart }[] {
  let place = 0
  return parts.map((part) => {
    const key = place
    place += part.text.length
    return { key, part }
  })
}

/** Text that is the same on both sides is shown by its beginning and its end. */
const SHOWN_AROUND = 80

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  const isLong = text.length > 3 * SHOWN_AROUND
  return <span>{isLong ? `${text.slice(0, SHOWN_AROUND)} … ${text.slice(-SHOWN_AROUND)}` : text}</span>
}

interface Change {
  readonly name: (typeof FIELDS)[number] | 'subject' | 'attachments' | 'text'
  readonly parts: readonly DiffPart[]
}

/** What bringing a version back changes of the letter, by its fields. */
function changesTo(composer: Composer, version: VersionLetter, notKept: (name: string) => string): Change[] {
  const { letter, attachments } = composer.state.get()
  const now = contentOf(letter, composer.body().html(), filesOf(attachments))
  const { window } = composer.beginning
  const all: Change[] = [
    ...FIELDS.map((name) => ({ name, parts: listDiff(now[name].map(addressed), version[name].map(addressed)) })),
    { name: 'subject', parts: wordDiff(now.subject, version.subject) },
    {
      name: 'attachments',
      parts: listDiff(
        filesOf(attachments).map(({ name }) => name),
        version.files.map(({ name, isKept }) => (isKept ? name : notKept(name))),
      ),
    },
    { name: 'text', parts: wordDiff(letterLines(now.html, window), letterLines(version.html, window)) },
  ]
  return all.filter(({ parts }) => parts.some(({ kind }) => kind !== 'same'))
}

const addressed = ({ name, address }: { readonly name: string; readonly address: string }): string =>
  name ? `${name} <${address}>` : address

/** The same of lists, whose order does not matter. */
function listDiff(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const part = (kind: DiffPart['kind'], some: readonly string[]): DiffPart[] =>
    some.map((text) => ({ kind, text: `${text}\n` }))
  const there = new Set(after)
  const known = new Set(before)
  return [
    ...part(
      'removed',
      before.filter((one) => !there.has(one)),
    ),
    ...part(
      'added',
      after.filter((one) => !known.has(one)),
    ),
  ]
}

/** Whether two values are the same as JSON, whatever the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_, inner) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    )
  return sorted(one) === sorted(other)
}
