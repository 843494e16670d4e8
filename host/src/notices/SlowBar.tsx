import { useSlowAnswer, useT } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from './notices.module.css'

/** Shows that an answer is still awaited, so that a page without content is not taken for a broken one. */
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
