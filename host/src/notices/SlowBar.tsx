import { useSlowAnswer, useT } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from './notices.module.css'

/** Says that an answer is still waited for, so that nobody takes a page without content for a broken one. */
export function SlowBar() {
  const say = useT('shell')
  return (
    useSlowAnswer() && (
      <div className={css.banner} data-tone="info" role="status">
        <Icon name="info" size={16} />
        <span className={css.text}>{say('notices.slowAnswer')}</span>
      </div>
    )
  )
}
