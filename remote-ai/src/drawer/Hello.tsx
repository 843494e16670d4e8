import { Icon, type IconName } from '@yanshu/ui'
import css from './drawer.module.css'

/** What a tab is for, while it has nothing to show. */
export const Hello = ({ icon, text }: { icon: IconName; text: string }) => (
  <div className={css.hello}>
    <Icon name={icon} />
    <p>{text}</p>
  </div>
)
