import {
  FREE_READING,
  isRestricted,
  type LetterReading,
  optionOf,
  READ_COUNT_MAX,
  READ_PASSWORD_MAX,
  VALID_DAYS_MAX,
  withOption,
} from '@yanshu/contracts'
import { useSettings, useT } from '@yanshu/shell-api'
import { Button, Select, Switch, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../form-dialog/FormDialog.tsx'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './reading.module.css'

interface ReadingPanelProps {
  readonly composer: Composer
  readonly onClose: () => void
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1)
const SWITCHES = ['noForward', 'burn', 'secret'] as const

/** How a letter may be read (§3, mail authorization); beside each condition, what it holds and what it cannot. */
export default function ReadingPanel({ composer, onClose }: ReadingPanelProps) {
  const say = useT(NS)
  const { outsideReadEnable } = useSettings()
  const before = optionOf(composer.state.get().letter.options, 'mail.reading')
  const [reading, setReading] = useState<LetterReading>(before ?? FREE_READING)
  const [checked, setChecked] = useState(before?.password === '')
  const change = (part: Partial<LetterReading>) => setReading({ ...reading, ...part })
  const choose = (next: LetterReading | null) => {
    const { options } = composer.state.get().letter
    composer.change({ options: withOption(options, 'mail.reading', isRestricted(next) ? next : null) })
  }
  const isMissing = reading.password === ''
  const save = async () => {
    setChecked(true)
    if (isMissing) return false
    choose(reading)
    return true
  }
  const numbers = (part: 'reads' | 'days', last: number) => (
    <Select
      label={say(`reading.${part}`)}
      hint={say(`reading.${part}Hint`)}
      value={reading[part] ?? 0}
      options={[
        { value: 0, label: say(`reading.${part}Usual`) },
        ...upTo(last).map((count) => ({ value: count, label: say(`reading.${part}Count`, { count }) })),
      ]}
      onChange={(count) => change({ [part]: count === 0 ? null : count })}
    />
  )
  return (
    <FormDialog
      title={say('reading.title')}
      words={{ cancel: say('reading.cancel'), keep: say('reading.keep') }}
      onSave={save}
      onClose={onClose}
    >
      <p className={css.about}>{say('reading.about')}</p>
      <TextField
        data-autofocus
        label={say('reading.password')}
        hint={say('reading.passwordHint')}
        error={checked && isMissing ? say('reading.passwordAgain') : undefined}
        value={reading.password ?? ''}
        maxLength={READ_PASSWORD_MAX}
        autoComplete="off"
        onChange={(password) => change({ password: password === '' ? null : password })}
      />
      {numbers('reads', READ_COUNT_MAX)}
      {numbers('days', VALID_DAYS_MAX)}
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={say(`reading.${name}`)}
          hint={say(`reading.${name}Hint`)}
          checked={reading[name]}
          onChange={(on) => change({ [name]: on })}
        />
      ))}
      <p className={css.about}>{say('reading.cannot')}</p>
      <p className={css.about}>{say(outsideReadEnable ? 'reading.outside' : 'reading.outsideOff')}</p>
      {before !== null && (
        <div>
          <Button
            onClick={() => {
              choose(null)
              onClose()
            }}
          >
            {say('reading.clear')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
