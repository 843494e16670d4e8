import { Button, Checkbox, Select, TextArea, TextField } from '@yanshu/ui'
import type { LevelForm } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesWords } from './rulesWords.ts'

interface LevelFieldsProps {
  level: LevelForm
  /** From 0. */
  at: number
  /** Whether it is the only one. */
  only: boolean
  onChange: (level: LevelForm) => void
  onRemove: () => void
}

/** Who decides at a level, and for how long it waits. */
export function LevelFields({ level, at, only, onChange, onRemove }: LevelFieldsProps) {
  const say = useRulesWords()
  const change = (part: Partial<LevelForm>) => onChange({ ...level, ...part })
  return (
    <fieldset className={css.level}>
      <legend>{say('level', { n: at + 1 })}</legend>
      <Select
        label={say('who')}
        value={level.kind}
        options={(['people', 'group', 'head', 'administrators'] as const).map((value) => ({
          value,
          label: say(`kind.${value}`),
        }))}
        onChange={(kind) => change({ kind })}
      />
      {level.kind === 'people' && (
        <TextArea label={say('people')} rows={2} value={level.people} onChange={(people) => change({ people })} />
      )}
      {level.kind === 'group' && (
        <>
          <TextField label={say('group')} value={level.group} onChange={(group) => change({ group })} />
          <Select
            label={say('role')}
            value={level.role}
            options={(['member', 'manager'] as const).map((value) => ({ value, label: say(`roles.${value}`) }))}
            onChange={(role) => change({ role })}
          />
        </>
      )}
      {level.kind === 'head' && (
        <Select
          label={say('headOf')}
          value={level.up}
          options={[0, 1, 2, 3, 4, 5].map((value) => ({
            value,
            label: say(value === 0 ? 'ownHead' : 'headAbove', { n: value }),
          }))}
          onChange={(up) => change({ up })}
        />
      )}
      <Checkbox label={say('all')} checked={level.all} onChange={(all) => change({ all })} />
      {!level.all && (
        <Checkbox label={say('choice')} checked={level.choice} onChange={(choice) => change({ choice })} />
      )}
      <TextField
        label={say('standIn')}
        hint={say('standInHint')}
        value={level.standIn}
        onChange={(standIn) => change({ standIn })}
      />
      <TextField label={say('hours')} inputMode="numeric" value={level.hours} onChange={(hours) => change({ hours })} />
      {level.hours.trim() !== '' && (
        <Select
          label={say('onTimeout')}
          value={level.onTimeout}
          options={(['next', 'standIn', 'send', 'refuse'] as const).map((value) => ({
            value,
            label: say(`afterwards.${value}`),
          }))}
          onChange={(onTimeout) => change({ onTimeout })}
        />
      )}
      {!only && (
        <Button size="small" variant="text" onClick={onRemove}>
          {say('removeLevel', { n: at + 1 })}
        </Button>
      )}
    </fieldset>
  )
}
