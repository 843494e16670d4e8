import { brokenPasswordRules, PASSWORD_RULES, type PasswordOwner, passwordLengths } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Icon, VisuallyHidden } from '@yanshu/ui'
import css from './passwords.module.css'

interface PasswordRulesProps {
  password: string
  owner: PasswordOwner
}

/** The rules of a new password, each marked as it is typed. Nothing is marked before something is. */
export function PasswordRules({ password, owner }: PasswordRulesProps) {
  const say = useT('passwords')
  const broken = new Set(brokenPasswordRules(password, owner))
  const typed = password !== ''
  return (
    <ul className={css.rules} aria-label={say('rules.label')}>
      {PASSWORD_RULES.map((rule) => {
        const met = typed && !broken.has(rule)
        return (
          <li key={rule} data-met={met || undefined} data-broken={(typed && !met) || undefined}>
            <Icon name={met ? 'success' : typed ? 'error' : 'info'} size={16} />
            <span>{say(`rules.${rule}`, passwordLengths(owner.level))}</span>
            {typed && <VisuallyHidden>{say(met ? 'rules.met' : 'rules.open')}</VisuallyHidden>}
          </li>
        )
      })}
    </ul>
  )
}
