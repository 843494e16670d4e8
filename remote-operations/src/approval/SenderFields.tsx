import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Select, TextField } from '@yanshu/ui'
import type { RuleForm } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesWords } from './rulesWords.ts'

interface SenderFieldsProps {
  form: RuleForm
  onChange: (part: Partial<RuleForm>) => void
}

/** Whose mail a rule holds: people and mail groups by their addresses, and departments with those below them. */
export function SenderFields({ form: { senders, deptIds }, onChange }: SenderFieldsProps) {
  const say = useRulesWords()
  const { data } = useQuery({
    queryKey: ['operations', 'approval', 'departments'],
    queryFn: () => http.get('mail/main/approval/rule/departments', {}, { silent: true }),
  })
  const list = data?.list ?? []
  const nameOf = (deptId: number) => list.find((one) => one.deptId === deptId)?.name ?? say('gone')
  const others = list.filter(({ deptId }) => !deptIds.includes(deptId))
  return (
    <>
      <TextField
        label={say('senders')}
        hint={say('sendersHint')}
        value={senders}
        onChange={(next) => onChange({ senders: next })}
      />
      <Select
        label={say('departments')}
        value={0}
        options={[
          { value: 0, label: say('addDepartment') },
          ...others.map(({ deptId, name, depth }) => ({ value: deptId, label: `${'\u3000'.repeat(depth)}${name}` })),
        ]}
        onChange={(deptId) => deptId !== 0 && onChange({ deptIds: [...deptIds, deptId] })}
      />
      {deptIds.length > 0 && (
        <p className={css.line}>
          {deptIds.map((deptId) => (
            <Button
              key={deptId}
              size="small"
              icon="close"
              aria-label={say('removeDepartment', { name: nameOf(deptId) })}
              onClick={() => onChange({ deptIds: deptIds.filter((one) => one !== deptId) })}
            >
              {nameOf(deptId)}
            </Button>
          ))}
        </p>
      )}
    </>
  )
}
