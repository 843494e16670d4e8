import type { ApprovalRule, ViewProps } from '@yanshu/contracts'
import { DAY_MS } from '@yanshu/contracts/days'
import { http, useLanguage, useSettings } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, EmptyState, ErrorCard, IconButton, Skeleton, Switch } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import layout from '../layout/page.module.css'
import { RuleDialog } from './RuleDialog.tsx'
import { dayText } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesWords } from './rulesWords.ts'

const KEY = ['operations', 'approval']

/** `/approvalrules`: the rules of approval, each as a sentence. */
export default function RulesPage(_: ViewProps) {
  const say = useRulesWords()
  const { mailApproval } = useSettings()
  const [edited, setEdited] = useState<ApprovalRule | 'new' | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => http.get('mail/main/approval/rule/list', {}, { silent: true }),
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  const rules = data?.list ?? []
  const move = async (at: number, by: 1 | -1) => {
    const ids = rules.map(({ ruleId }) => ruleId)
    const [moved] = ids.splice(at, 1)
    if (moved === undefined) return
    ids.splice(at + by, 0, moved)
    await http.post('mail/main/approval/rule/order', { ruleIds: ids }).catch(() => undefined)
    again()
  }
  return (
    <div className={layout.page}>
      <header className={page.head}>
        <h1>{say('title')}</h1>
        <span className={css.line}>
          <Button
            icon="download"
            onClick={() => void http.download('file/approvals', say('recordsFile')).catch(() => undefined)}
          >
            {say('records')}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
            {say('add')}
          </Button>
        </span>
      </header>
      <p className={css.quiet}>{say('lead')}</p>
      {!mailApproval && <p role="status">{say('off')}</p>}
      {isError && !data && (
        <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton lines={6} />}
      {data && rules.length === 0 && <EmptyState scene="none" title={say('none')} text={say('noneText')} />}
      <ol className={css.rules}>
        {rules.map((rule, at) => (
          <Rule
            key={rule.ruleId}
            rule={rule}
            onEdit={() => setEdited(rule)}
            onChanged={again}
            onUp={at > 0 ? () => void move(at, -1) : undefined}
            onDown={at < rules.length - 1 ? () => void move(at, 1) : undefined}
          />
        ))}
      </ol>
      {edited && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          onSaved={() => {
            setEdited(null)
            again()
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

interface RuleProps {
  rule: ApprovalRule
  onEdit: () => void
  onChanged: () => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

function Rule({ rule, onEdit, onChanged, onUp, onDown }: RuleProps) {
  const say = useRulesWords()
  const language = useLanguage()
  const { ruleId, name } = rule
  const run = async (work: () => Promise<unknown>) => {
    // `http` shows why it was refused.
    await work().catch(() => undefined)
    onChanged()
  }
  const turn = (enabled: boolean) => {
    const { sentence: _, owner: __, waiting: ___, people: ____, groups: _____, departments: ______, ...body } = rule
    return run(() => http.post('mail/main/approval/rule/save', { ...body, enabled }))
  }
  const remove = async () => {
    const title = say('removeTitle', { name })
    if (await confirm({ title, text: say('removeText'), yes: say('remove'), no: say('cancel'), danger: true })) {
      await run(() => http.post('mail/main/approval/rule/delete', { ruleId }))
    }
  }
  return (
    <li className={css.rule}>
      <div className={css.line}>
        <h2>{name}</h2>
        <Switch label={say('enabled')} checked={rule.enabled} onChange={(enabled) => void turn(enabled)} />
        {onUp && <IconButton icon="chevron-up" label={say('up', { name })} onClick={onUp} />}
        {onDown && <IconButton icon="chevron-down" label={say('down', { name })} onClick={onDown} />}
        <Button size="small" onClick={onEdit}>
          {say('edit')}
        </Button>
        <Button size="small" variant="text" onClick={() => void remove()}>
          {say('remove')}
        </Button>
      </div>
      <p>{rule.sentence[language]}</p>
      <p className={css.quiet}>
        {[
          rule.owner && say('owner', { name: rule.owner }),
          rule.waiting > 0 && say('waiting', { count: rule.waiting }),
          rule.startsAt !== null && say('from', { day: dayText(rule.startsAt) }),
          rule.endsAt !== null && say('until', { day: dayText(rule.endsAt - DAY_MS) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}
