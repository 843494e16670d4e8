import { useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useRef } from 'react'
import css from './ways.module.css'

const TOPICS = ['account', 'wrong', 'forgotten', 'code', 'device', 'whom'] as const

/** What to do when one cannot get in. */
export function LoginHelp({ onBack }: { onBack: () => void }) {
  const say = useT('ways')
  const help = useRef<HTMLElement>(null)
  useEffect(() => help.current?.focus(), [])
  return (
    <section ref={help} tabIndex={-1} className={css.form} aria-labelledby="login-help">
      <h2 id="login-help" className={css.formTitle}>
        {say('help.title')}
      </h2>
      <dl className={css.help}>
        {TOPICS.map((topic) => (
          <div key={topic}>
            <dt>{say(`help.${topic}.title`)}</dt>
            <dd>{say(`help.${topic}.text`)}</dd>
          </div>
        ))}
      </dl>
      <Button variant="text" onClick={onBack}>
        {say('help.back')}
      </Button>
    </section>
  )
}
