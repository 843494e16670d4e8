import { type LetterPort, optionOf } from '@yanshu/contracts'
import { Slot, useFormat, useStore, useT } from '@yanshu/shell-api'
import { Button, IconButton, MenuButton, type MenuEntry, useMediaQuery } from '@yanshu/ui'
import { useNoticesAbove } from '@yanshu/ui/letter'
import { useRef } from 'react'
import { ScheduleButton } from '../schedule/ScheduleButton.tsx'
import type { Composer } from './composer.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { dropSecondClick } from './dropSecondClick.ts'
import { NS } from './namespace.ts'
import { optionEntries, optionFacts } from './ownOptions.ts'
import css from './write.module.css'

interface ActionBarProps {
  composer: Composer
  /** What the tools of other remotes may do with the letter. */
  port: LetterPort
  onAttach: () => void
}

/** The foot of the sheet: what can be done with the letter as a whole, and where it is kept. Sending is the one accent action. */
export function ActionBar({ composer, port, onAttach }: ActionBarProps) {
  const say = useT(NS)
  const { sending, letter } = useStore(composer.state)
  const { options } = letter
  const sendAt = optionOf(options, 'mail.sendAt')
  const { dayTime } = useFormat()
  const narrow = useMediaQuery('(max-width: 499px)')
  const foot = useRef<HTMLDivElement>(null)
  useNoticesAbove(foot)
  const save = () => void composer.saveDraft()
  const entries: MenuEntry[] = [
    ...(narrow
      ? ([
          { id: 'save', label: say('actions.save'), icon: 'draft', onSelect: save },
          { kind: 'separator', id: 'saveLine' },
        ] satisfies MenuEntry[])
      : []),
    ...optionEntries(options, (next) => composer.change({ options: next }), say),
  ]
  const busy = sending !== 'no'
  return (
    <div ref={foot} className={css.foot} role="toolbar" aria-label={say('actions.label')}>
      <Button
        variant="primary"
        icon="sent"
        loading={busy}
        aria-keyshortcuts="Control+Enter"
        onPointerEnter={composer.prepareSending}
        onFocus={composer.prepareSending}
        onClick={() => {
          dropSecondClick()
          void composer.send()
        }}
      >
        {say(`actions.${busy ? sending : sendAt === null ? 'send' : 'sendLater'}`)}
      </Button>
      <ScheduleButton composer={composer} />
      {busy && sending !== 'sending' && <Button onClick={composer.stopSending}>{say('actions.stop')}</Button>}
      {narrow ? (
        <IconButton icon="attach" label={say('attachments.add')} tooltip="top" onClick={onAttach} />
      ) : (
        <Button icon="attach" onClick={onAttach}>
          {say('attachments.add')}
        </Button>
      )}
      <MenuButton icon="settings" label={say('options.label')} items={entries} placement="top-start" />
      <Slot name="letter.tool" major={1} props={{ letter: port }} />
      <div className={css.status}>
        {optionFacts(options, say).map((fact) => (
          <span key={fact} className={css.fact}>
            {fact}
          </span>
        ))}
        {sendAt !== null && <span className={css.fact}>{say('actions.scheduledAt', { time: dayTime(sendAt) })}</span>}
        <DraftStatus composer={composer} />
      </div>
      {!narrow && (
        <Button variant="text" onClick={save}>
          {say('actions.save')}
        </Button>
      )}
      <IconButton icon="trash" label={say('actions.discard')} tooltip="top" onClick={() => void composer.discard()} />
    </div>
  )
}
