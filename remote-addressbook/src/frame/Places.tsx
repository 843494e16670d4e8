import { Link, useSwitch } from '@yanshu/shell-api'
import { cx, Icon, type IconName } from '@yanshu/ui'
import nav from '@yanshu/ui/sideNav.module.css'
import { useEffect, useRef } from 'react'
import { useWords } from '../useWords.ts'
import css from './frame.module.css'

export type PlaceName = 'allcontacts' | 'organization' | 'contactgroup' | 'groupmanagement' | 'contactgroups'

const PLACES: readonly { readonly name: PlaceName; readonly icon: IconName }[] = [
  { name: 'allcontacts', icon: 'contacts' },
  { name: 'organization', icon: 'department' },
  { name: 'contactgroup', icon: 'users' },
  { name: 'contactgroups', icon: 'mail' },
  { name: 'groupmanagement', icon: 'settings' },
]

interface PlacesProps {
  /** The part of the address after `/addressbook/`. */
  place: string
  className?: string | undefined
  /** Icons alone. */
  collapsed?: boolean
  onChosen?: () => void
}

/** Links to the places of the address book. */
export function Places({ place, className, collapsed = false, onChosen }: PlacesProps) {
  const say = useWords()
  const shown: Readonly<Record<PlaceName, boolean>> = {
    allcontacts: true,
    organization: useSwitch('displayOrg'),
    contactgroup: true,
    contactgroups: useSwitch('authMailgroupFlag'),
    groupmanagement: useSwitch('adminMailgroupFlag'),
  }
  const places = useRef<HTMLElement>(null)
  // Where they do not fit beside each other the current one may stand outside of sight.
  useEffect(() => {
    places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={places} aria-label={say('places.label')} className={className}>
      <ul>
        {PLACES.filter(({ name }) => shown[name]).map(({ name, icon }) => (
          <li key={name}>
            <Link
              to={`/addressbook/${name}`}
              aria-current={name === place ? 'page' : undefined}
              aria-label={collapsed ? say(`places.${name}`) : undefined}
              title={collapsed ? say(`places.${name}`) : undefined}
              className={cx(nav.link, css.place)}
              onClick={onChosen}
            >
              <Icon name={icon} />
              {!collapsed && <span>{say(`places.${name}`)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
