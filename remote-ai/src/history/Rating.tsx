import { AI_FEEDBACK_MAX } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { Button, isComposing, notify, TextField } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './history.module.css'

/** Whether an answer was helpful; of one that was not, what was wrong. Pressed again it is taken back. */
export function Rating({ ticket, first = 0 }: { ticket: string; first?: -1 | 0 | 1 }) {
  const say = useWords()
  const [rating, setRating] = useState<-1 | 0 | 1>(first)
  const [asking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const field = useRef<HTMLDivElement>(null)
  // Below the last answer it would open behind what is typed into.
  useEffect(() => {
    if (asking) field.current?.scrollIntoView({ block: 'center' })
  }, [asking])
  if (ticket === '') return null
  const rate = (wanted: -1 | 1, words = '') => {
    const next = rating === wanted && words === '' ? 0 : wanted
    const before = rating
    setRating(next)
    setAsking(next === -1 && words === '')
    http.post('mail/main/ai/feedback', { id: ticket, rating: next, note: words.trim() }).then(
      () => {
        markStale(['assistant', 'history'])
        if (words !== '' || next === 1) notify.success(say('rating.thanks'))
      },
      () => setRating(before),
    )
  }
  return (
    <>
      <span className={css.rating}>
        <Button size="small" variant="text" aria-pressed={rating === 1} onClick={() => rate(1)}>
          {say('rating.good')}
        </Button>
        <Button size="small" variant="text" aria-pressed={rating === -1} onClick={() => rate(-1)}>
          {say('rating.bad')}
        </Button>
      </span>
      {asking && (
        <div ref={field} className={css.note}>
          <TextField
            label={say('rating.why')}
            maxLength={AI_FEEDBACK_MAX}
            value={note}
            onChange={setNote}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event) && note.trim() !== '') rate(-1, note)
            }}
          />
          <Button size="small" disabled={note.trim() === ''} onClick={() => rate(-1, note)}>
            {say('rating.send')}
          </Button>
        </div>
      )}
    </>
  )
}
