import { http, useGeneral } from '@yanshu/shell-api'
import { Button, confirm, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { Answered, Page, Section } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './check.module.css'
import { ownFindings } from './ownChecks.ts'
import { ownRepair, runChecks } from './useOwnChecks.ts'

interface FindingProps {
  what: string
  advice?: string
  repair?: string
  onRepair?: (() => Promise<unknown>) | null
}

function Finding({ what, advice, repair, onRepair }: FindingProps) {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    await onRepair?.().catch(() => undefined)
    setBusy(false)
  }
  return (
    <li className={css.finding}>
      <Icon name="warning" />
      <span className={css.text}>
        {what}
        {advice && <small>{advice}</small>}
      </span>
      {onRepair && (
        <Button size="small" loading={busy} onClick={() => void act()}>
          {repair}
        </Button>
      )}
    </li>
  )
}

const KINDS = ['quota', 'forwarding', 'rules', 'senders', 'reply', 'logins', 'page'] as const

/** `/set/selfChecking`: what may go wrong with the mailbox and with this page, and a repair for each finding. */
export function SelfCheckPage() {
  const say = useWords()
  const { timeZone, notify } = useGeneral()
  const answer = useAnswer('selfCheck', runChecks)
  return (
    <Page
      page="selfChecking"
      beside={
        <Button icon="refresh" disabled={!answer.data} onClick={answer.retry}>
          {say('check.again')}
        </Button>
      }
    >
      <Section id="selfCheck" title={say('check.title')} lead={say('check.lead')}>
        <Answered of={answer} lines={8}>
          {({ findings, measured }) => {
            const own = ownFindings({ ...measured, timeZone, notify })
            const count = findings.length + own.length
            const repair = async (id: string, destroys: boolean, yes: string) => {
              if (destroys && !(await confirm({ title: yes, yes: say('check.yes'), danger: true }))) return
              await http.post('mail/main/selfCheck/repair', { id })
              answer.retry()
            }
            const of = (kind: string) =>
              kind === 'page' ? own.length : findings.filter((one) => one.kind === kind).length
            return (
              <>
                <p role="status">{count === 0 ? say('check.fine') : say('check.found', { count })}</p>
                <ul className={css.findings}>
                  {findings.map(({ id, what, repair: words, destroys }) => (
                    <Finding key={id} what={what} repair={words} onRepair={() => repair(id, destroys, words)} />
                  ))}
                  {own.map((one) => {
                    const act = ownRepair(one)
                    return (
                      <Finding
                        key={one.id}
                        what={say(`check.own.${one.id}`, one.values)}
                        advice={act ? '' : say(`check.advice.${one.id}`)}
                        repair={act ? say(`check.repair.${one.id}`) : ''}
                        onRepair={act && (() => act().then(answer.retry))}
                      />
                    )
                  })}
                </ul>
                <ul className={css.kinds}>
                  {KINDS.filter((kind) => of(kind) === 0).map((kind) => (
                    <li key={kind}>
                      <Icon name="check" size={16} />
                      {say(`check.kinds.${kind}`)}
                    </li>
                  ))}
                </ul>
              </>
            )
          }}
        </Answered>
      </Section>
    </Page>
  )
}
