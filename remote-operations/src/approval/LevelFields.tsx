import { Button, Checkbox, Select, TextArea, TextField } from '@yanshu/ui'
import type { LevelForm } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesT } from './rulesWords.ts'

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
  const t = useRulesT()
  const change = (part: Partial<LevelForm>) => onChange({ ...level, ...part })
  return (
    <fieldset className={css.level}>
      <legend>{t('level', { n: at + 1 })}</legend>
      <Select
        label={t('who')}
        value={level.kind}
        options={(['people', 'group', 'head', 'administrators'] as const).map((value) => ({
          value,
          label: t(`kind.${value}`),
        }))}
        onChange={(kind) => change({ kind })}
      />
      {level.kind === 'people' && (
        <TextArea label={t('people')} rows={2} value={level.people} onChange={(people) => change({ people })} />
      )}
      {level.kind === 'group' && (
        <>
          <TextField label={t('group')} value={level.group} onChange={(group) => change({ group })} />
          <Select
            label={t('role')}
            value={level.role}
            options={(['member', 'manager'] as const).map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={(role) => change({ role })}
          />
        </>
      )}
      {level.kind === 'head' && (
        <Select
          label={t('headOf')}
          value={level.up}
          options={[0, 1, 2, 3, 4, 5].map((value) => ({
            value,
            label: t(value === 0 ? 'ownHead' : 'headAbove', { n: value }),
          }))}
          onChange={(up) => change({ up })}
        />
      )}
      <Checkbox label={t('all')} checked={level.all} onChange={(all) => change({ all })} />
      {!level.all && <Checkbox label={t('choice')} checked={level.choice} onChange={(choice) => change({ choice })} />}
      <TextField
        label={t('standIn')}
        hint={t('standInHint')}
        value={level.standIn}
        onChange={(standIn) => change({ standIn })}
      />
      <TextField label={t('hours')} inputMode="numeric" value={level.hours} onChange={(hours) => change({ hours })} />
      {level.hours.trim() !== '' && (
        <Select
          label={t('onTimeout')}
          value={level.onTimeout}
          options={(['next', 'standIn', 'send', 'refuse'] as const).map((value) => ({
            value,
            label: t(`afterwards.${value}`),
          }))}
          onChange={(onTimeout) => change({ onTimeout })}
        />
      )}
      {!only && (
        <Button size="small" variant="text" onClick={onRemove}>
          {t('removeLevel', { n: at + 1 })}
        </Button>
      )}
    </fieldset>
  )
}
