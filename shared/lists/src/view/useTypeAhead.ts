import { isComposing, type MailListHandle } from '@yanshu/ui'
import { type KeyboardEvent, type RefObject, useRef } from 'react'

/** What is typed within this time belongs together. */
const TOGETHER_MS = 700

interface Searched {
  /** Rows of the list. */
  readonly length: number
  idAt(index: number): unknown
}

/**
 * Typing in a list goes to the next loaded row whose name begins so; the same letter again goes on. What it answers is
 * the `onKeyDown` of a list without shortcuts of one letter.
 * @param nameAt the name in a row, undefined while it is not known
 */
export function useTypeAhead(
  list: Searched,
  handle: RefObject<MailListHandle | null>,
  nameAt: (index: number) => string | undefined,
): (event: KeyboardEvent, item: unknown, index: number) => void {
  const typed = useRef({ text: '', at: 0 })
  return (event, _item, index) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (isComposing(event) || ctrlKey || metaKey || altKey || [...key].length !== 1 || list.length === 0) return
    const before = timeStamp - typed.current.at < TOGETHER_MS ? typed.current.text : ''
    const text = before === key ? key : before + key
    typed.current = { text, at: timeStamp }
    event.preventDefault()
    // A longer beginning may be that of the same row.
    const first = before !== '' && before !== key ? 0 : 1
    const wanted = text.toLocaleLowerCase()
    for (let step = first; step < list.length + first; step++) {
      const at = (index + step) % list.length
      if (!nameAt(at)?.toLocaleLowerCase().startsWith(wanted)) continue
      handle.current?.setActive(at)
      return
    }
  }
}
