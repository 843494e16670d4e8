import type { ApprovalRule, ApprovalRuleBody, PostData } from '@yanshu/contracts'
import { http, useFormat, useLanguage } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog, Select, TextArea, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { formOf, hasMore, listOf, type RuleForm, ruleOf } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesT } from './rulesWords.ts'

interface RuleDialogProps {
  /** null for a new one. */
  rule: ApprovalRule | null
  onSaved: () => void
  onClose: () => void
}

/** A rule in a form, with what it would have held last month. */
export function RuleDialog({ rule, onSaved, onClose }: RuleDialogProps) {
  const t = useRulesT()
  const language = useLanguage()
  const { people } = useFormat()
  const [form, setForm] = useState(() => formOf(rule))
  const [problem, setProblem] = useState('')
  const [tried, setTried] = useState<PostData<'mail/main/approval/rule/try'> | null>(null)
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<RuleForm>) => {
    setForm({ ...form, ...part })
    setTried(null)
    setProblem('')
  }

  /** Finds the people, then does something with the rule. */
  const withRule = async (work: (rule: ApprovalRuleBody) => Promise<unknown>) => {
    setBusy(true)
    try {
      const addresses = form.kind === 'people' ? listOf(form.people) : []
      const found =
        addresses.length > 0 ? await http.post('mail/main/approval/rule/people', { addresses }, { silent: true }) : null
      const idAt = new Map((found?.list ?? []).map((one) => [one.address, one.accountId]))
      const missing = addresses.find((address) => !idAt.has(address.toLowerCase()))
      if (missing !== undefined) return setProblem(t('unknown', { address: missing }))
      const ids = addresses.flatMap((address) => idAt.get(address.toLowerCase()) ?? [])
      const made = ruleOf(form, rule, ids)
      if (typeof made === 'string') return setProblem(t(made))
      await work(made)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  const look = () =>
    withRule(async (made) => setTried(await http.post('mail/main/approval/rule/try', made, { silent: true })))
  const save = () =>
    withRule(async (made) => {
      await http.post('mail/main/approval/rule/save', made, { silent: true })
      onSaved()
    })
  const timeouts =
    rule?.levels[0]?.onTimeout === 'standIn' ? (['standIn'] as const) : (['next', 'send', 'refuse'] as const)
  return (
    <Dialog
      open
      wide
      title={rule ? rule.name : t('add')}
      onClose={onClose}
      footer={
        <>
          <Button loading={busy} onClick={() => void look()}>
            {t('try')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {rule && hasMore(rule) && <p className={css.quiet}>{t('more')}</p>}
        <TextField label={t('name')} required maxLength={50} value={form.name} onChange={(name) => change({ name })} />
        <Select
          label={t('outside')}
          value={form.to}
          options={(['anybody', 'outside', 'inside'] as const).map((value) => ({ value, label: t(`to.${value}`) }))}
          onChange={(to) => change({ to })}
        />
        <TextField
          label={t('words')}
          hint={t('wordsHint')}
          value={form.words}
          onChange={(words) => change({ words })}
        />
        <TextField label={t('fileTypes')} value={form.fileTypes} onChange={(fileTypes) => change({ fileTypes })} />
        <Checkbox
          label={t('withAttachment')}
          checked={form.withAttachment}
          onChange={(withAttachment) => change({ withAttachment })}
        />
        <Checkbox
          label={t('outsideHours')}
          checked={form.outsideHours}
          onChange={(outsideHours) => change({ outsideHours })}
        />
        <Select
          label={t('who')}
          value={form.kind}
          options={(['people', 'head', 'administrators'] as const).map((value) => ({
            value,
            label: t(`kind.${value}`),
          }))}
          onChange={(kind) => change({ kind })}
        />
        {form.kind === 'people' && (
          <TextArea label={t('people')} rows={2} value={form.people} onChange={(names) => change({ people: names })} />
        )}
        <Checkbox label={t('all')} checked={form.all} onChange={(all) => change({ all })} />
        <TextField label={t('hours')} inputMode="numeric" value={form.hours} onChange={(hours) => change({ hours })} />
        {form.hours.trim() !== '' && timeouts.length > 1 && (
          <Select
            label={t('onTimeout')}
            value={form.onTimeout}
            options={(['next', 'send', 'refuse'] as const).map((value) => ({ value, label: t(`afterwards.${value}`) }))}
            onChange={(onTimeout) => change({ onTimeout })}
          />
        )}
        <Checkbox
          label={t('commentRequired')}
          checked={form.commentRequired}
          onChange={(commentRequired) => change({ commentRequired })}
        />
        <TextField label={t('startsAt')} value={form.startsAt} onChange={(startsAt) => change({ startsAt })} />
        <TextField label={t('endsAt')} value={form.endsAt} onChange={(endsAt) => change({ endsAt })} />
        {problem !== '' && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
        {tried && (
          <section aria-live="polite">
            <p>{tried.sentence[language]}</p>
            <p>{t('caught', { looked: tried.looked, caught: tried.caught })}</p>
            <ul>
              {tried.examples.map((one) => (
                <li key={`${one.at} ${one.subject}`} className={css.quiet}>
                  {t('example', {
                    from: one.from,
                    subject: one.subject,
                    why: one.why[language],
                    names: people(one.deciders),
                  })}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
