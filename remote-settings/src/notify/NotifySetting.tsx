import { useGeneral } from '@yanshu/shell-api'
import { Button, Icon, Switch } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { desktopNotice } from './desktopNotice.ts'
import css from './notify.module.css'
import { useNotifications } from './useNotifications.ts'

/** New mail on the desktop. Switching it on asks the browser; what the browser refuses is explained. */
export function NotifySetting({ onChange }: { onChange: (on: boolean) => void }) {
  const say = useWords()
  const { notify } = useGeneral()
  const { facts, ask } = useNotifications()
  const state = desktopNotice(notify, facts)
  return (
    <div className={css.setting}>
      <Switch
        label={say('notify.notify')}
        hint={say('notify.notifyHint')}
        checked={notify}
        onChange={(on) => {
          onChange(on)
          if (on) void ask()
        }}
      />
      <div role="status" className={css.state} data-state={state}>
        {state !== 'off' && (
          <>
            <Icon name={state === 'allowed' ? 'success' : 'info'} size={16} />
            <span>{say(`notify.${state}`)}</span>
          </>
        )}
      </div>
      {state === 'ask' && (
        <div>
          <Button size="small" icon="bell" onClick={() => void ask()}>
            {say('notify.askButton')}
          </Button>
        </div>
      )}
    </div>
  )
}
