import type { OtherRule, OtherRulesData, RuleCondition } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from './migration.module.css'
import { useRuleWords } from './ruleWords.ts'
import { useOtherServer } from './useOtherServer.tsx'

type Say = ReturnType<typeof useRuleWords>

const USUAL_PORT = '4190'

/** The filters of the old mailbox: read, shown as rules, and made where they are chosen. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const say = useRuleWords()
  const form = useId()
  const other = useOtherServer()
  const [port, setPort] = useState(USUAL_PORT)
  const [found, setFound] = useState<OtherRulesData | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { server } = other

  const ask = async (make: readonly number[]) => {
    if (!server) return
    setBusy(true)
    // The certificate of the mail server is the one that is shown: both belong to one host.
    if (found || (await other.test())) {
      const rules = await http
        .post('mail/mailMig/rules', { server, port: Number(port), make: [...make] })
        .catch(() => null)
      if (rules) {
        setFound(rules)
        setChosen(new Set())
      }
    }
    setBusy(false)
  }
  const isReady = found ? chosen.size > 0 : other.isReady && Number(port) > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && isReady) void ask(found ? [...chosen] : [])
  }
  const toggle = (at: number, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(at)
    else next.delete(at)
    setChosen(next)
  }
  return (
    <Dialog
      open
      wide
      title={say('title')}
      onClose={onClose}
      footer={
        <>
          {found && <Button onClick={() => setFound(null)}>{say('back')}</Button>}
          <Button onClick={onClose}>{say('close')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={!isReady}>
            {found ? say('make', { count: chosen.size }) : say('read')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit}>
        <p className={css.quiet}>{say('lead')}</p>
        {found ? (
          <Found found={found} chosen={chosen} onToggle={toggle} />
        ) : (
          <>
            {other.form}
            <TextField label={say('port')} inputMode="numeric" maxLength={5} value={port} onChange={setPort} required />
          </>
        )}
      </form>
    </Dialog>
  )
}

interface FoundProps {
  found: OtherRulesData
  chosen: ReadonlySet<number>
  onToggle: (at: number, on: boolean) => void
}

function Found({ found: { rules, left }, chosen, onToggle }: FoundProps) {
  const say = useRuleWords()
  return (
    <>
      {rules.length === 0 && <p role="status">{say('none')}</p>}
      <ul className={css.books}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place, and two may be alike
          <li key={at}>
            <Checkbox
              label={rule.name}
              hint={factsOf(rule, say)}
              checked={chosen.has(at)}
              disabled={rule.state === 'there' || rule.state === 'made'}
              onChange={(on) => onToggle(at, on)}
            />
            {rule.state !== 'new' && (
              <span className={css.quiet} role="status">
                {say(`state.${rule.state}`)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <details open>
          <summary>{say('left')}</summary>
          <ul className={css.books}>
            {left.map(({ source, loss }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place, and two may be alike
              <li key={at}>
                <code>{source}</code>
                <span className={css.quiet}>{say(`loss.${loss}`)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** The conditions and actions of a rule, and what of it is not the same here. */
function factsOf(rule: OtherRule, say: Say): string {
  const actions = [
    rule.folder && say('folder', { folder: rule.folder }),
    rule.read && say('read_'),
    rule.star && say('star'),
    ...rule.forward.map((address) => say('forward', { address })),
    rule.reject !== null && say('reject'),
    rule.delete && say('delete'),
    rule.stop && say('stop'),
  ].filter((one) => typeof one === 'string' && one !== '')
  const losses = [...rule.losses.map((loss) => say(`loss.${loss}`)), ...(rule.forward.length > 0 ? [say('off')] : [])]
  const conditions = rule.conditions.map((one) => wordsOf(one, say)).join(' · ')
  const match = rule.conditions.length > 1 ? `${say(rule.match)}: ` : ''
  return [`${match}${conditions} → ${actions.join(' · ')}`, ...losses].join('\n')
}

function wordsOf(condition: RuleCondition, say: Say): string {
  const not = condition.not ? say('not') : ''
  switch (condition.field) {
    case 'sender':
    case 'recipient':
    case 'subject':
    case 'body':
      return `${not}${say(condition.field, { value: condition.value })}`
    case 'header':
      return `${not}${say(condition.value === '' ? 'exists' : 'header', { name: condition.name, value: condition.value })}`
    case 'size':
      return `${not}${say('size', { kb: condition.kb })}`
    default:
      return ''
  }
}
