import type { AreaProps } from '@yanshu/contracts'
import { dayOf, isoOf } from '@yanshu/contracts/days'
import { go } from '@yanshu/shell-api'
import { Drawer, IconButton } from '@yanshu/ui'
import { useState } from 'react'
import { useCalendars, useNowWall, useSaying } from '../data/queries.ts'
import { dayInQuery } from '../model/shownDays.ts'
import { useWords } from '../useWords.ts'
import { CalendarSide } from './CalendarSide.tsx'

/** The sidebar of the calendar, in place of the folders. Where there is room for icons alone, one of them opens it. */
export default function AreaSide({ path, collapsed, onChosen }: AreaProps) {
  const say = useWords()
  const { language, zone } = useSaying()
  const today = dayOf(useNowWall(zone))
  const { weekStart } = useCalendars().settings
  const [open, setOpen] = useState(false)
  const query = new URLSearchParams(path.split('?')[1])
  const onDay = (day: number) => {
    query.set('day', isoOf(day))
    // What was to be opened stood in another address.
    query.delete('event')
    query.delete('task')
    go(`/calendar?${query}`, { replace: true })
    onChosen()
  }
  const side = <CalendarSide {...{ day: dayInQuery(query, today), today, language, weekStart, onDay }} />
  if (!collapsed) return side
  return (
    <>
      <IconButton icon="calendar" label={say('panel.title')} tooltip="right-start" onClick={() => setOpen(true)} />
      <Drawer open={open} title={say('panel.title')} side="left" modal onClose={() => setOpen(false)}>
        {side}
      </Drawer>
    </>
  )
}
