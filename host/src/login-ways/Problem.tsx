import { Icon } from '@yanshu/ui'
import css from './ways.module.css'

/** What was wrong with the last try, read out when it comes; its place is there before. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div className={css.problem} role="alert">
      {text && (
        <>
          <Icon name="error" size={16} />
          <span>{text}</span>
        </>
      )}
    </div>
  )
}
