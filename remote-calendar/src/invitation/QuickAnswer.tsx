import type { SlotProps } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Icon, Popover } from '@yanshu/ui'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import type { AnswerInPlaceProps } from './AnswerInPlace.tsx'
import css from './quickAnswer.module.css'

const AnswerInPlace = lazyPart<AnswerInPlaceProps>(() => import('./AnswerInPlace.tsx'))

/** What happens in the popover is nothing that happens to the row below it. */
const keep = (event: SyntheticEvent) => event.stopPropagation()

/** On the row of an invitation: shows the event, what else is then, and the answers, without opening the mail. */
export default function QuickAnswer({ row }: SlotProps<'mail.row'>) {
  const say = useWords()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps presses from the row, and answers none itself
    <span
      className={css.place}
      onClick={keep}
      onDoubleClick={keep}
      onKeyDown={keep}
      onPointerDown={keep}
      onContextMenu={keep}
    >
      <button
        ref={anchor}
        type="button"
        // The list has one stop for the keyboard; its way to the answers is the card in the open mail.
        tabIndex={-1}
        className={css.chip}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={say('invitation.quickOf', { subject: row.subject })}
        onClick={() => setOpen((now) => !now)}
      >
        <Icon name="calendar" size={14} /> {say('invitation.quick')}
      </button>
      <Popover open={open} anchor={anchor} label={say('invitation.label')} className={css.panel} onClose={close}>
        <AnswerInPlace mailId={row.mailId} onDone={close} />
      </Popover>
    </span>
  )
}
