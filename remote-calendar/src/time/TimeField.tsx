import { MINUTE_MS, readTime, timeOf } from '@yanshu/contracts/days'
import { isComposing, MenuButton, TextField } from '@yanshu/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { clock, type Saying } from '../model/words.ts'
import { useWords } from '../useWords.ts'

export interface TimeFieldProps {
  label: string
  /** `HH:mm` of 24 hours whatever is shown; '' for none. */
  value: string
  saying: Saying
  error?: ReactNode
  onChange: (value: string) => void
}

const DAY_MINUTES = 1_440
/** What the arrow keys add, in minutes. */
const STEP = 15
/** Between the times of the list, in minutes. */
const LISTED = 30

const minutesOf = (value: string): number => Number(value.slice(0, 2)) * 60 + Number(value.slice(3, 5))
/** Minutes of another day are those of its clock. */
const textOf = (minutes: number): string => timeOf(minutes * MINUTE_MS)

/**
 * A time on the clock that the person has chosen in the settings: written as people write it, stepped with the arrow keys,
 * or chosen from a list that begins with what it is. The browser's own field follows the browser's language instead.
 */
export function TimeField({ label, value, saying, error, onChange }: TimeFieldProps) {
  const say = useWords()
  /** What is being written, until it is a time. */
  const [draft, setDraft] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written gives way to a new value
  useEffect(() => {
    setDraft(null)
    setUnread(false)
  }, [value])
  const shown = (of: string) => (of === '' ? '' : clock(saying, minutesOf(of) * MINUTE_MS))
  const set = (next: string) => {
    setDraft(null)
    setUnread(false)
    if (next !== value) onChange(next)
  }
  const read = () => (draft === null ? value : draft.trim() === '' ? '' : readTime(draft, { hours12: saying.hours12 }))
  const commit = () => {
    const next = read()
    if (next === null) setUnread(true)
    else set(next)
  }
  const first = value === '' ? 9 * 60 : Math.ceil(minutesOf(value) / LISTED) * LISTED
  const times = Array.from({ length: DAY_MINUTES / LISTED }, (_, at) => textOf(first + at * LISTED))
  return (
    <TextField
      label={label}
      error={unread ? say('form.unreadTime', { example: shown('14:30') }) : error}
      value={draft ?? shown(value)}
      autoComplete="off"
      spellCheck={false}
      onChange={(text) => {
        setDraft(text)
        setUnread(false)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Enter') commit()
        const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key]
        const now = read()
        if (by === undefined || !now) return
        event.preventDefault()
        set(textOf(minutesOf(now) + by))
      }}
      after={
        <MenuButton
          icon="clock"
          size="small"
          tooltip={false}
          label={`${label}: ${say('form.chooseTime')}`}
          items={times.map((time) => ({ id: time, label: shown(time), onSelect: () => set(time) }))}
        />
      }
    />
  )
}
