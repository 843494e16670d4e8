import { APPROVAL_LEVELS_MAX, type ApprovalRule, type ApprovalRuleBody, type PostData } from '@yanshu/contracts'
import { http, useFormat, useLanguage } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog, Select, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { LevelFields } from './LevelFields.tsx'
import { addressesIn, formOf, type LevelForm, NEW_LEVEL, type RuleForm, ruleOf } from './ruleForm.ts'
import css from './rules.module.css'
import { useRulesWords } from './rulesWords.ts'
import { SenderFields } from './SenderFields.tsx'

interface RuleDialogProps {
  /** null for a new one. */
  rule: ApprovalRule | null
  onSaved: () => void
  onClose: () => void
}

/** A rule in a form, with what it would have held last month. */
export function RuleDialog({ rule, onSaved, onClose }: RuleDialogProps) {
  const say = useRulesWords()
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
      const addresses = addressesIn(form)
      const found =
        addresses.length > 0 ? await http.post('mail/main/approval/rule/people', { addresses }, { silent: true }) : null
      const people = new Map((found?.list ?? []).map((one) => [one.address, one.accountId]))
      const groups = new Map((found?.groups ?? []).map((one) => [one.address, one.groupId]))
      const missing = addresses.find((address) => !people.has(address) && !groups.has(address))
      if (missing !== undefined) return setProblem(say('unknown', { address: missing }))
      const made = ruleOf(form, rule, { people, groups })
      if (typeof made === 'string') return setProblem(say(made))
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
  const setLevel = (at: number, level: LevelForm) => change({ levels: form.levels.with(at, level) })
  return (
    <Dialog
      open
      wide
      title={rule ? rule.name : say('add')}
      onClose={onClose}
      footer={
        <>
          <Button loading={busy} onClick={() => void look()}>
            {say('try')}
          </Button>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {say('save')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <TextField
          label={say('name')}
          required
          maxLength={50}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <SenderFields form={form} onChange={change} />
        <Select
          label={say('outside')}
          value={form.to}
          options={(['anybody', 'outside', 'inside'] as const).map((value) => ({ value, label: say(`to.${value}`) }))}
          onChange={(to) => change({ to })}
        />
        <TextField label={say('domains')} value={form.domains} onChange={(domains) => change({ domains })} />
        <TextField
          label={say('recipientsFrom')}
          inputMode="numeric"
          value={form.recipientsFrom}
          onChange={(recipientsFrom) => change({ recipientsFrom })}
        />
        <TextField
          label={say('sizeFrom')}
          inputMode="decimal"
          value={form.sizeFrom}
          onChange={(sizeFrom) => change({ sizeFrom })}
        />
        <TextField
          label={say('words')}
          hint={say('wordsHint')}
          value={form.words}
          onChange={(words) => change({ words })}
        />
        <TextField label={say('fileTypes')} value={form.fileTypes} onChange={(fileTypes) => change({ fileTypes })} />
        <Checkbox
          label={say('withAttachment')}
          checked={form.withAttachment}
          onChange={(withAttachment) => change({ withAttachment })}
        />
        <Checkbox
          label={say('outsideHours')}
          checked={form.outsideHours}
          onChange={(outsideHours) => change({ outsideHours })}
        />
        <Select
          label={say('secrecy')}
          value={form.secrecy}
          options={(['any', 'restricted', 'secret'] as const).map((value) => ({
            value,
            label: say(`secret.${value}`),
          }))}
          onChange={(secrecy) => change({ secrecy })}
        />
        {form.levels.map((level, at) => (
          <LevelFields
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no name but their number
            key={at}
            level={level}
            at={at}
            only={form.levels.length === 1}
            onChange={(changed) => setLevel(at, changed)}
            onRemove={() => change({ levels: form.levels.toSpliced(at, 1) })}
          />
        ))}
        {form.levels.length < APPROVAL_LEVELS_MAX && (
          <Button size="small" icon="plus" onClick={() => change({ levels: [...form.levels, NEW_LEVEL] })}>
            {say('addLevel')}
          </Button>
        )}
        <Checkbox
          label={say('commentRequired')}
          checked={form.commentRequired}
          onChange={(commentRequired) => change({ commentRequired })}
        />
        <TextField label={say('startsAt')} value={form.startsAt} onChange={(startsAt) => change({ startsAt })} />
        <TextField label={say('endsAt')} value={form.endsAt} onChange={(endsAt) => change({ endsAt })} />
        {problem !== '' && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
        {tried && (
          <section aria-live="polite">
            <p>{tried.sentence[language]}</p>
            <p>{say('caught', { looked: tried.looked, caught: tried.caught })}</p>
            <ul>
              {tried.examples.map((one) => (
                <li key={`${one.at} ${one.subject}`} className={css.quiet}>
                  {say('example', {
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
