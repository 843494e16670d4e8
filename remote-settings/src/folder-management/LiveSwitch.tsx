import { Switch } from '@yanshu/ui'
import { startTransition, useOptimistic } from 'react'

interface LiveSwitchProps {
  label: string
  checked: boolean
  /** Ends when `checked` is the server's value again, whether the change was accepted or refused. */
  onChange: (on: boolean) => Promise<void>
}

/** A switch of a table: it changes at once and follows the server afterwards. */
export function LiveSwitch({ label, checked, onChange }: LiveSwitchProps) {
  const [shown, show] = useOptimistic(checked)
  return (
    <Switch
      label={label}
      hideLabel
      checked={shown}
      onChange={(on) =>
        startTransition(async () => {
          show(on)
          await onChange(on)
        })
      }
    />
  )
}
