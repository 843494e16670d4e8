import { useT } from '@yanshu/shell-api'
import { Icon, type IconName } from '@yanshu/ui'
import { preloadRoute } from '../federation-state/remotes.ts'
import { compose } from '../sidebar/compose.ts'
import css from './frame.module.css'
import { useNav } from './useNav.ts'

/** Beside the folders and the button that writes, there is room for this many. */
export const BOTTOM_ENTRIES = 3

interface BottomBarProps {
  path: string
  onFolders: () => void
  onGo: (path: string) => void
}

/** Whether a path is that of an entry, or below its first part. */
const isAt = (path: string, entry: string) => path === entry || path.split('/')[1] === entry.split('/')[1]

/**
 * On a narrow screen: the way to the views that remotes offer here, to the folders, and between them the round button
 * that writes. It stands in the bar and not above it, so that it covers no row and no switch.
 */
export function BottomBar({ path, onFolders, onGo }: BottomBarProps) {
  const say = useT('shell')
  const entries = useNav('bottom').slice(0, BOTTOM_ENTRIES)
  const item = (icon: IconName, label: string, current: boolean, onClick: () => void, to?: string) => (
    <button
      key={label}
      type="button"
      className={css.bottomItem}
      aria-current={current ? 'page' : undefined}
      onPointerDown={() => to && preloadRoute(to)}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
  const [first, ...others] = entries.map((entry) =>
    item(entry.icon, entry.label, isAt(path, entry.path), () => onGo(entry.path), entry.path),
  )
  return (
    <nav className={css.bottom} aria-label={say('mobile.label')}>
      {first}
      {item('folder', say('mobile.folders'), false, onFolders)}
      <button type="button" className={css.round} aria-label={say('mobile.compose')} onClick={compose}>
        <Icon name="compose" size={22} />
      </button>
      {others}
    </nav>
  )
}
