import { useT } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from './help.module.css'

/** The help panel of the one host that the operator has named (§2, Layout): always in reach at the right edge. */
export function HelpPanel({ onHelp }: { onHelp: () => void }) {
  const say = useT('shell')
  return (
    <button type="button" className={css.panel} onClick={onHelp}>
      <Icon name="help" size={16} />
      <span>{say('help.title')}</span>
    </button>
  )
}
