import {
  type JudgedTime,
  optionOf,
  SEND_AHEAD_MAX_MS,
  SEND_TIME_PEOPLE_MAX,
  withOption,
  zoneOfPerson,
} from '@yanshu/contracts'
import { http, useFormat, useGeneral, useSettings, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button } from '@yanshu/ui'
import { DateTimeField } from '@yanshu/ui/dates'
import { everybody } from '@yanshu/ui/people'
import { useState } from 'react'
import { FormDialog } from '../form-dialog/FormDialog.tsx'
import { isValid } from '../recipients/recipientLists.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './schedule.module.css'
import { clockText, momentOf, wallText, zoneName } from './wallTime.ts'

interface SchedulePanelProps {
  readonly composer: Composer
  readonly onClose: () => void
}

/** When a letter leaves: the next working morning in one press, or a time of one's own with what it is to the recipients. */
export default function SchedulePanel({ composer, onClose }: SchedulePanelProps) {
  const say = useT(NS)
  const general = useGeneral()
  const { weekStart } = useSettings()
  const zone = zoneOfPerson(general)
  const { fullDay } = useFormat()
  const { options, recipients } = composer.state.get().letter
  const before = optionOf(options, 'mail.sendAt')
  const [wall, setWall] = useState(before === null ? undefined : wallText(before, zone))
  const [checked, setChecked] = useState(false)
  const at = wall === undefined ? null : momentOf(wall, zone)
  const addresses = everybody(recipients)
    .filter(isValid)
    .slice(0, SEND_TIME_PEOPLE_MAX)
    .map(({ address }) => address)
  const { data } = useQuery({
    queryKey: ['compose', 'sendTime', at, addresses],
    queryFn: ({ signal }) => http.post('mail/email/sendTime', { at, addresses }, { silent: true, signal }),
    placeholderData: (last) => last,
    staleTime: 60_000,
  })

  const problem = () => {
    if (at === null) return say('schedule.required')
    const now = Date.now()
    if (at <= now) return say('schedule.over')
    return at > now + SEND_AHEAD_MAX_MS ? say('schedule.tooFar') : undefined
  }
  const choose = (sendAt: number | null) => {
    composer.change({ options: withOption(composer.state.get().letter.options, 'mail.sendAt', sendAt) })
    onClose()
  }
  const save = async () => {
    setChecked(true)
    if (at === null || problem()) return false
    choose(at)
    return true
  }
  const wallNow = wallText(Date.now(), zone)
  const morning = data?.nextMorning
  return (
    <FormDialog
      title={say('schedule.title')}
      words={{ cancel: say('schedule.cancel'), keep: say('schedule.keep') }}
      onSave={save}
      onClose={onClose}
    >
      <div className={css.presses}>
        <Button
          icon="clock"
          aria-disabled={morning === undefined}
          onClick={() => morning !== undefined && choose(morning)}
        >
          {morning === undefined
            ? say('schedule.morning')
            : say('schedule.morningAt', { day: fullDay(morning), time: wallText(morning, zone).slice(11) })}
        </Button>
        {before !== null && <Button onClick={() => choose(null)}>{say('schedule.atOnce')}</Button>}
      </div>
      <DateTimeField
        data-autofocus
        label={say('schedule.time')}
        hint={say('schedule.zone', { zone: zoneName(zone, at ?? Date.now()) })}
        required
        value={wall}
        hours12={general.timeFormat === 12}
        now={wallNow}
        weekStart={weekStart}
        min={wallNow.slice(0, 10)}
        max={wallText(Date.now() + SEND_AHEAD_MAX_MS, zone).slice(0, 10)}
        error={checked ? problem() : undefined}
        onChange={setWall}
      />
      <div role="status" className={css.judged}>
        {at !== null && data?.judged && <Judged judged={data.judged} />}
      </div>
      <p className={css.about}>{say('schedule.about')}</p>
    </FormDialog>
  )
}

const NAMED = 6

/** What a time is to sender and recipients, in a few lines. */
function Judged({ judged: { day, holiday, published, away, known } }: { judged: JudgedTime }) {
  const say = useT(NS)
  return (
    <>
      {day !== 'workday' && <p>{say(`schedule.${day}`, { holiday })}</p>}
      {!published && <p>{say('schedule.unpublished')}</p>}
      {away.slice(0, NAMED).map(({ name, address, clock, workStart, workEnd, why }) => (
        <p key={address}>
          {say(why === 'dayOff' ? 'schedule.dayOff' : 'schedule.hours', {
            name: name || address,
            clock: clockText(clock),
            from: clockText(workStart),
            to: clockText(workEnd),
          })}
        </p>
      ))}
      {away.length > NAMED && <p>{say('schedule.moreAway', { count: away.length - NAMED })}</p>}
      {known > 0 && away.length === 0 && <p>{say('schedule.allThere')}</p>}
    </>
  )
}
