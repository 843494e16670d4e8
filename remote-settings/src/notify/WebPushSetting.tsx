import { http } from '@yanshu/shell-api'
import { Icon, Switch } from '@yanshu/ui'
import { useState } from 'react'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './notify.module.css'
import { canPush, listen, PushRefusedError, stopListening } from './webPush.ts'

/** Notifications of the browser while the page is closed. Off until the user turns them on. */
export function WebPushSetting() {
  const say = useWords()
  const { data, put } = useAnswer('webPush', () => http.get('user/push/state'))
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const offered = canPush()
  const { on = false, withContent = false } = data ?? {}
  const change = async (next: { on: boolean; withContent: boolean }) => {
    setBusy(true)
    setRefused(false)
    try {
      if (next.on) await listen(next.withContent)
      else await stopListening()
      put({ on: next.on, withContent: next.on && next.withContent })
    } catch (error) {
      // What the server refused has been shown.
      if (error instanceof PushRefusedError) setRefused(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.setting}>
      <Switch
        label={say('notify.closed')}
        hint={say(offered ? 'notify.closedHint' : 'notify.closedNever')}
        checked={on}
        disabled={!offered || !data || busy}
        onChange={(next) => void change({ on: next, withContent: false })}
      />
      {on && (
        <Switch
          label={say('notify.content')}
          hint={say('notify.contentHint')}
          checked={withContent}
          disabled={busy}
          onChange={(next) => void change({ on: true, withContent: next })}
        />
      )}
      <div role="status" className={css.state}>
        {refused && (
          <>
            <Icon name="info" size={16} />
            <span>{say('notify.closedRefused')}</span>
          </>
        )}
      </div>
    </div>
  )
}
