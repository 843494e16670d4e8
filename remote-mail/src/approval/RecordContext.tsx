import type { ApprovalRecord } from '@yanshu/contracts'
import { go, http, useFormat } from '@yanshu/shell-api'
import { Button, notify, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import css from './approval.module.css'
import { StateChip } from './StateChip.tsx'
import { refresh } from './useRecords.ts'
import { useApprovalWords } from './words.ts'

/** A line of text in which words are marked, without case. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const wanted = words.filter((word) => word !== '').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return text
  return text.split(new RegExp(`(${wanted.join('|')})`, 'i')).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
    at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
  )
}

/** The question of who decides and the answer of the sender: the last ones, and a field for the next. */
export function Notes({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { recordId, history, mayAsk = false, mayAnswer = false } = record
  const notes = history.filter(({ kind }) => kind === 'asked' || kind === 'answered')
  if (notes.length === 0 && !mayAsk) return null
  const send = async () => {
    setBusy(true)
    try {
      await http.post('mail/main/approval/note', { recordId, text })
      setText('')
      setAsking(false)
      notify.success(say(mayAnswer ? 'notes.answered' : 'notes.asked'))
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return (
    <section className={css.part} aria-label={say('notes.title')}>
      {notes.length > 0 && <h3>{say('notes.title')}</h3>}
      <ul>
        {notes.map((one) => (
          <li key={`${one.at} ${one.by} ${one.comment}`} className={css.line}>
            <span>{say(`notes.${one.kind === 'asked' ? 'question' : 'answer'}`, { name: one.by })}</span>
            <q>{one.comment}</q>
          </li>
        ))}
      </ul>
      {mayAsk && !asking && (
        <p className={css.line}>
          <Button size="small" onClick={() => setAsking(true)}>
            {say('notes.writeQuestion')}
          </Button>
        </p>
      )}
      {(asking || mayAnswer) && (
        <>
          <TextArea
            label={say(mayAnswer ? 'notes.writeAnswer' : 'notes.writeQuestion')}
            rows={2}
            maxLength={500}
            value={text}
            onChange={setText}
          />
          <p className={css.line}>
            <Button size="small" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
              {say(mayAnswer ? 'notes.answerNow' : 'notes.askNow')}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

/** What was decided before about mail of the same conversation. */
export function Earlier({ record: { earlier = [] } }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const { dayTime } = useFormat()
  if (earlier.length === 0) return null
  return (
    <section className={css.part} aria-label={say('earlier')}>
      <h3>{say('earlier')}</h3>
      <ul>
        {earlier.map((one) => (
          <li key={one.recordId} className={css.line}>
            <StateChip state={one.state} />
            <Button size="small" variant="text" onClick={() => go(`/appreply/0/${one.recordId}/0/all/${one.state}`)}>
              {one.subject || say('noSubject')}
            </Button>
            {one.decidedAt !== null && <time className={css.quiet}>{dayTime(one.decidedAt)}</time>}
            <span>{one.by}</span>
            {one.comment !== '' && <q>{one.comment}</q>}
          </li>
        ))}
      </ul>
    </section>
  )
}
