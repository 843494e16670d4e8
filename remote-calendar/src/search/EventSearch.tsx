import type { RemoteCommand } from '@yanshu/contracts'
import { fetchPart, go, useLanguage } from '@yanshu/shell-api'
import { type Anchor, cx, optionClass, Popover, TextField, useActiveOption } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from './search.module.css'
import { useSearchWords } from './words.ts'

/** Milliseconds without another letter before the server is asked. */
const PAUSE_MS = 200

export interface EventSearchProps {
  anchor: Anchor
  onClose: () => void
}

/** Finds events and tasks by words of their title, events also of their place. Each leads to its day. */
export default function EventSearch({ anchor, onClose }: EventSearchProps) {
  const say = useSearchWords()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly RemoteCommand[] | null>([])
  const keyword = typed.trim()
  useEffect(() => {
    if (keyword === '') return setFound([])
    setFound(null)
    const control = new AbortController()
    const timer = setTimeout(() => {
      fetchPart(() => import('../commands/findEvents.ts'))
        .then(({ findEvents }) => findEvents(language, keyword, control.signal))
        // The field goes on without an answer; the next letter asks again.
        .catch(() => [])
        .then((list) => !control.signal.aborted && setFound(list))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword, language])
  const list = found ?? []
  const pick = (at: number) => {
    const path = list[at]?.path
    if (!path) return
    onClose()
    go(path)
  }
  const cursor = useActiveOption(true, list.length, pick, true)
  return (
    <Popover open anchor={anchor} label={say('field')} placement="bottom-end" className={css.panel} onClose={onClose}>
      <TextField
        label={say('field')}
        hideLabel
        placeholder={say('field')}
        icon="search"
        data-autofocus
        {...cursor.box}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (cursor.onKeyDown(event)) event.preventDefault()
        }}
      />
      <div role="listbox" id={cursor.listId} aria-label={say('found')} className={css.list}>
        {list.map(({ id, label }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, this is its active descendant
          <div
            key={id}
            role="option"
            {...cursor.option(at)}
            className={cx(optionClass, css.one)}
            onClick={() => pick(at)}
          >
            {label}
          </div>
        ))}
      </div>
      <p role="status" className={css.none}>
        {keyword !== '' && found === null && say('waiting')}
        {keyword !== '' && found?.length === 0 && say('none', { text: keyword })}
      </p>
    </Popover>
  )
}
