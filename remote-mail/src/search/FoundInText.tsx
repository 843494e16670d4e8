import type { SlotProps, TextRange } from '@yanshu/contracts'
import { IconButton } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { FOUND_MAX, findInText } from '../reading/more/findInText.ts'
import css from './found.module.css'
import { useFoundWords } from './foundWords.ts'
import { useSought } from './useSought.ts'

/** How often the text is read after its mail is there, and how long between, in milliseconds. */
const LOOKS = 12
const AGAIN_MS = 250

/** The places of the words in the text of a mail, from its beginning on. */
function placesOf(text: string, terms: readonly string[]): readonly TextRange[] {
  return terms
    .flatMap((term) => findInText(text, term))
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .slice(0, FOUND_MAX)
}

/** Of a mail that a search has found: marks the words in its text, and leads from one place to the next. */
export function FoundInText({ mail, port }: SlotProps<'mail.card'>) {
  const say = useFoundWords()
  const terms = useSought()
  const [places, setPlaces] = useState<readonly TextRange[]>([])
  const [at, setAt] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mail has another text in the same frame
  useEffect(() => {
    setPlaces([])
    setAt(-1)
    if (terms.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isMarked = false
    let known = ''
    // The text is drawn after what stands above it, and until then the frame may have that of the mail before.
    const look = (left: number) => {
      const text = port.text()
      if (text !== known) {
        known = text
        isMarked = true
        const found = placesOf(text, terms)
        port.mark(found)
        setPlaces(found)
      }
      if (left > 1) timer = setTimeout(look, AGAIN_MS, left - 1)
    }
    timer = setTimeout(look, 0, LOOKS)
    return () => {
      clearTimeout(timer)
      if (isMarked) port.clear()
    }
  }, [mail.mailId, port, terms])
  if (places.length === 0) return null
  const step = (by: number) => {
    const next = at < 0 ? (by > 0 ? 0 : places.length - 1) : (at + by + places.length) % places.length
    setAt(next)
    const place = places[next]
    port.mark(places)
    if (place) port.scrollTo(place)
  }
  return (
    <search className={css.foundInText} aria-label={say('title')}>
      <span role="status">
        {at < 0
          ? say(places.length < FOUND_MAX ? 'count' : 'many', { count: places.length })
          : say('at', { at: at + 1, count: places.length })}
      </span>
      <IconButton icon="chevron-up" size="small" label={say('previous')} onClick={() => step(-1)} />
      <IconButton icon="chevron-down" size="small" label={say('next')} onClick={() => step(1)} />
    </search>
  )
}
