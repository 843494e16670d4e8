import { useT } from '@yanshu/shell-api'
import { Icon, type IconName } from '@yanshu/ui'
import { compose } from '../sidebar/Sidebar.tsx'
import css from './frame.module.css'

interface BottomBarProps {
  path: string
  home: string
  onFolders: () => void
  onGo: (path: string) => void
}

/**
 * On a narrow screen: the way to mail, folders and settings, and between them the round button that writes. It stands in
 * the bar and not above it, so that it covers no row and no switch.
 */
export function BottomBar({ path, onFolders, onGo }: BottomBarProps) {
  const say = useT('shell')
  const writing = path.startsWith('/write/')
  const item = (icon: IconName, label: string, current: boolean, onClick: () => void) => (
    <button type="button" className={css.bottomItem} aria-current={current ? 'page' : undefined} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
  if (writing) return null
  return (
    <nav className={css.bottom} aria-label={say('mobile.label')}>
      {item('mail', say('mobile.mail'), path === '/inbox', () => onGo('/inbox'))}
      {item('folder', say('mobile.folders'), false, onFolders)}
      <button
        type="button"
        className={css.round}
        aria-label={say('mobile.compose')}
        onClick={() => compose(say('notices.intentFailed'))}
      >
        <Icon name="compose" size={22} />
      </button>
      {item('star', say('sidebar.favorite'), path === '/favorite', () => onGo('/favorite'))}
      {item('settings', say('topBar.settings'), path.startsWith('/set'), () => onGo('/set/normalset'))}
    </nav>
  )
}
