import { deviceNote, settings, useLanguage, useSession, useSettings, useT } from '@yanshu/shell-api'
import { Button, Icon, SKINS } from '@yanshu/ui'
import { useState } from 'react'
import css from '../notices/notices.module.css'
import { proposedSkin, SEEN_SECONDS } from './festival.ts'

/** Asks once for each change whether the user accepts the skin that the organisation proposes. */
export function FestivalBar() {
  const say = useT('shell')
  const session = useSession()
  const language = useLanguage()
  const switches = useSettings()
  const [answered, setAnswered] = useState('')
  const uuid = session.status === 'open' ? session.user?.uuid : undefined
  if (uuid === undefined) return null
  const note = deviceNote(`festival.${uuid}`)
  const proposal = proposedSkin(switches, switches.general.skin, answered || note.get())
  // Where the operator has locked the skin there is nothing to choose.
  if (!proposal || switches.lockedSettings.includes('skin')) return null
  const { skin, words } = proposal
  const answer = (wear: boolean) => {
    note.set(skin, SEEN_SECONDS)
    setAnswered(skin)
    // A failed save has been reported and undone.
    if (wear) settings.save('skin', skin).catch(() => undefined)
  }
  return (
    <div className={css.banner} data-tone="info" role="status">
      <Icon name="palette" size={16} />
      <span className={css.text}>
        {words || say('festival.proposed', { name: SKINS.find(({ id }) => id === skin)?.[language] ?? '' })}
      </span>
      <Button size="small" variant="primary" onClick={() => answer(true)}>
        {say('festival.wear')}
      </Button>
      <Button size="small" variant="text" onClick={() => answer(false)}>
        {say('festival.no')}
      </Button>
    </div>
  )
}
