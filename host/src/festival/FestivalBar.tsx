import { deviceNote, settings, useSession, useSettings, useT } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import css from '../notices/notices.module.css'
import { SEEN_SECONDS, suggestedSkin } from './festival.ts'

/** Asks once for each change whether somebody wants to wear the organisation's festival skin. */
export function FestivalBar() {
  const say = useT('shell')
  const session = useSession()
  const { general, festivalAskWord, festivalSkin } = useSettings()
  const [answered, setAnswered] = useState('')
  const uuid = session.status === 'open' ? session.user?.uuid : undefined
  if (uuid === undefined) return null
  const note = deviceNote(`festival.${uuid}`)
  const skin = suggestedSkin({ festivalAskWord, festivalSkin }, general.skin, answered || note.get())
  if (!skin) return null
  const answer = (wear: boolean) => {
    note.set(skin, SEEN_SECONDS)
    setAnswered(skin)
    // A failed save has been reported and undone.
    if (wear) settings.save('skin', skin).catch(() => undefined)
  }
  return (
    <div className={css.banner} data-tone="info" role="status">
      <Icon name="palette" size={16} />
      <span className={css.text}>{festivalAskWord}</span>
      <Button size="small" variant="primary" onClick={() => answer(true)}>
        {say('festival.wear')}
      </Button>
      <Button size="small" variant="text" onClick={() => answer(false)}>
        {say('festival.no')}
      </Button>
    </div>
  )
}
