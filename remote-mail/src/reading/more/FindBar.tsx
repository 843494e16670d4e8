import type { MailPort } from '@yanshu/contracts'
import { Button, IconButton, isComposing, TextField } from '@yanshu/ui'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { FOUND_MAX, findInText } from './findInText.ts'
import css from './more.module.css'
import { useMoreWords } from './words.ts'

interface FindBarProps {
  port: MailPort
  /** How many mails are searched of how many that are open, where these are not all. */
  part?: { readonly searched: number; readonly open: number } | undefined
  onClose: () => void
}

/** Finds words in what is open alone: marks them all, and goes from one to the next. */
export function FindBar({ port, part, onClose }: FindBarProps) {
  const say = useMoreWords()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLElement>(null)
  const found = useMemo(() => findInText(port.text(), words), [port, words])
  useEffect(() => {
    port.mark(found)
    return () => port.clear()
  }, [port, found])
  const place = found[at]
  useEffect(() => {
    if (place) port.scrollTo(place)
  }, [port, place])
  useEffect(() => field.current?.querySelector('input')?.focus(), [])
  const step = (by: number) => setAt((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length))
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const state =
    words.trim() === ''
      ? ''
      : found.length === 0
        ? say('find.none')
        : say(found.length < FOUND_MAX ? 'find.at' : 'find.atMany', { at: at + 1, count: found.length })
  return (
    <search ref={field} aria-label={say('find.title')} className={css.find} onKeyDown={onKeyDown}>
      <TextField
        label={say('find.title')}
        hideLabel
        value={words}
        onChange={(next) => {
          setWords(next)
          setAt(0)
        }}
      />
      <span role="status" className={css.found}>
        {state}
      </span>
      {part && <span className={css.found}>{say('find.part', { searched: part.searched, open: part.open })}</span>}
      <IconButton
        icon="chevron-up"
        size="small"
        label={say('find.previous')}
        disabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon="chevron-down"
        size="small"
        label={say('find.next')}
        disabled={found.length === 0}
        onClick={() => step(1)}
      />
      <Button size="small" variant="text" onClick={onClose}>
        {say('find.close')}
      </Button>
    </search>
  )
}
