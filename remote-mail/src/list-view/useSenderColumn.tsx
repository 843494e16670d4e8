import { usePreference } from '@yanshu/shell-api'
import { Splitter } from '@yanshu/ui'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import css from './MailListView.module.css'

/** Width of the names in rows of one line, in px. */
const WIDTH = { least: 100, most: 360, usual: 180 }

/** The line after the names of a list with one line a row, and the style that gives rows its place; kept on this device. */
export function useSenderColumn(shown: boolean): { style: CSSProperties | undefined; line: ReactNode } {
  const say = useWords()
  const [kept, keep] = usePreference('mail.senders', WIDTH.usual)
  const [moving, setMoving] = useState<number | null>(null)
  if (!shown) return { style: undefined, line: null }
  const width = moving ?? kept
  const line = (
    // The wheel over the line scrolls the list below it.
    <div
      className={css.senders}
      onWheel={({ currentTarget, deltaY }) =>
        currentTarget.parentElement?.querySelector('[role=grid]')?.scrollBy(0, deltaY)
      }
    >
      <Splitter
        label={say('list.senderWidth')}
        value={width}
        min={WIDTH.least}
        max={WIDTH.most}
        onChange={setMoving}
        onCommit={(next) => {
          keep(next)
          setMoving(null)
        }}
      />
    </div>
  )
  return { style: { '--senders': `${width}px` } as CSSProperties, line }
}
