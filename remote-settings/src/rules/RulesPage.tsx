import type { GetData, MailRule } from '@yanshu/contracts'
import { http, saveBlob } from '@yanshu/shell-api'
import { Button, EmptyState, notify, undoable } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { Setting } from '../find/Setting.tsx'
import { useFolderTree } from '../folder-management/useFolderTree.ts'
import { Answered, Page } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { takeBegun } from './firstDraft.ts'
import { RuleDialog } from './RuleDialog.tsx'
import { RuleRow } from './RuleRow.tsx'
import { RunDialog } from './RunDialog.tsx'
import { conditionOf, EMPTY_FORM, formOf, type RuleForm } from './ruleDraft.ts'
import css from './rules.module.css'
import { SenderLists } from './SenderLists.tsx'

type Rules = GetData<'mail/mailClassify/list'>

/** A rule that was begun elsewhere: from a mail the sender is the condition, a label is what the rule sets. */
function begunForm(): RuleForm | null {
  const begun = takeBegun()
  if (!begun) return null
  if ('labelId' in begun) {
    return { ...EMPTY_FORM, name: begun.labelName.slice(0, 20), moves: false, labelIds: [begun.labelId] }
  }
  const condition = { ...conditionOf('sender'), value: begun.sender }
  return { ...EMPTY_FORM, name: (begun.subject || begun.sender).slice(0, 20), conditions: [condition] }
}

/** `/set/mailclassification`: rules that sort mail at its delivery, and blocked and allowed senders. */
export function RulesPage() {
  const say = useWords()
  const { tree } = useFolderTree()
  const answer = useAnswer('rules', () => http.get('mail/mailClassify/list'))
  const { data, retry, put } = answer
  const [form, setForm] = useState<RuleForm | null>(begunForm)
  const [running, setRunning] = useState<MailRule | null>(null)
  const rules = data?.list ?? []
  const show = (list: readonly MailRule[]) => data && put({ ...data, list: [...list] } satisfies Rules)

  const change = async (next: readonly MailRule[], send: () => Promise<unknown>) => {
    const before = rules
    show(next)
    await send().catch(() => show(before))
  }
  const enable = (rule: MailRule, enabled: boolean) =>
    change(
      rules.map((one) => (one === rule ? { ...one, enabled } : one)),
      () => http.post('mail/mailClassify/status', { ruleId: rule.ruleId, enabled }),
    )
  const move = async (from: number, to: number) => {
    const rule = rules[from]
    if (!rule || to < 0 || to >= rules.length) return
    const next = rules.toSpliced(from, 1).toSpliced(to, 0, rule)
    notify.info(say('rules.moved', { name: rule.ruleName, at: to + 1, all: rules.length }))
    await change(next, () => http.post('mail/mailClassify/sort', { ruleIds: next.map(({ ruleId }) => ruleId) }))
  }
  const remove = async (rule: MailRule) => {
    const order = rules.map(({ ruleId }) => ruleId)
    await http.post(`mail/mailClassify/delete/${rule.ruleId}` as 'mail/mailClassify/delete/{id}', {})
    show(rules.filter((one) => one !== rule))
    undoable(say('rules.deleted', { name: rule.ruleName }), async () => {
      const made = await http.post('mail/mailClassify/save', { ...rule, ruleId: null })
      const ruleIds = order.map((id) => (id === rule.ruleId ? made.ruleId : id))
      await http.post('mail/mailClassify/sort', { ruleIds })
      retry()
    })
  }
  const exportSieve = async () => {
    const { script } = await http.get('mail/mailClassify/sieve')
    saveBlob(new Blob([script], { type: 'application/sieve' }), say('rules.sieveName'))
  }
  const saved = (rule: MailRule, isNew: boolean) => {
    show(isNew ? [...rules, rule] : rules.map((one) => (one.ruleId === rule.ruleId ? rule : one)))
    notify.success(say(isNew ? 'rules.created' : 'rules.changed', { name: rule.ruleName }))
  }

  return (
    <Page
      page="mailclassification"
      beside={
        <div className={css.headTools}>
          {rules.length > 0 && (
            <Button icon="download" onClick={() => void exportSieve()}>
              {say('rules.sieve')}
            </Button>
          )}
          <Button variant="primary" icon="plus" disabled={!data} onClick={() => setForm(EMPTY_FORM)}>
            {say('rules.add')}
          </Button>
        </div>
      }
    >
      <Answered of={answer} lines={6}>
        {() => (
          <Setting id="rules">
            <div className={page.section}>
              {rules.length === 0 ? (
                <EmptyState scene="nothing" title={say('rules.none')} text={say('rules.noneText')} />
              ) : (
                <>
                  <p className={css.lead}>{say('rules.lead')}</p>
                  <ol className={css.list}>
                    {rules.map((rule, index) => (
                      <RuleRow
                        key={rule.ruleId}
                        rule={rule}
                        isFirst={index === 0}
                        isLast={index === rules.length - 1}
                        onEnable={(enabled) => enable(rule, enabled)}
                        onMove={(by) => void move(index, index + by)}
                        onDrop={(from) => void move(from, index)}
                        index={index}
                        onEdit={() => setForm(formOf(rule))}
                        onRun={() => setRunning(rule)}
                        onRemove={() => void remove(rule).catch(() => undefined)}
                      />
                    ))}
                  </ol>
                </>
              )}
            </div>
          </Setting>
        )}
      </Answered>
      <SenderLists />
      {form && data && tree.lists && (
        <RuleDialog
          form={form}
          lists={tree.lists}
          mayForward={data.mayForward}
          onSaved={(rule) => saved(rule, form.ruleId === null)}
          onClose={() => setForm(null)}
        />
      )}
      {running && tree.lists && <RunDialog rule={running} lists={tree.lists} onClose={() => setRunning(null)} />}
    </Page>
  )
}
