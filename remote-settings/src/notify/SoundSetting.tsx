import { playSound, useGeneral } from '@yanshu/shell-api'
import { Button, Switch } from '@yanshu/ui'
import { useWords } from '../useWords.ts'

/** A sound with new mail. Switching it on plays it, which is also what lets the browser play it later. */
export function SoundSetting({ onChange }: { onChange: (on: boolean) => void }) {
  const say = useWords()
  const { sound } = useGeneral()
  return (
    <div>
      <Switch
        label={say('notify.sound')}
        hint={say('notify.soundHint')}
        checked={sound}
        onChange={(on) => {
          onChange(on)
          if (on) playSound()
        }}
      />
      {sound && (
        <Button size="small" icon="bell" onClick={playSound}>
          {say('notify.try')}
        </Button>
      )}
    </div>
  )
}
