import { optionOf } from '@yanshu/contracts'
import { lazyPart, useFormat, useStore, useT } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { Suspense, useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import { loadSchedulePanel } from './loadSchedule.ts'

const Panel = lazyPart(loadSchedulePanel)

/** Beside sending: opens the choice of a sending time, which comes when it is asked for. */
export function ScheduleButton({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { dayTime } = useFormat()
  const sendAt = optionOf(useStore(composer.state).letter.options, 'mail.sendAt')
  const [open, setOpen] = useState(false)
  const label = sendAt === null ? say('actions.schedule') : say('actions.scheduledAt', { time: dayTime(sendAt) })
  return (
    <>
      <IconButton
        icon="clock"
        label={label}
        tooltip="top"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadSchedulePanel().catch(() => undefined)}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Panel composer={composer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
