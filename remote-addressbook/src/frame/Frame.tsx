import { Link, useSwitch } from '@yanshu/shell-api'
import { cx, Icon, type IconName } from '@yanshu/ui'
import nav from '@yanshu/ui/sideNav.module.css'
import { type ReactNode, useEffect, useRef } from 'react'
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

interface FrameProps {
  place: PlaceName
  /** The list, and what stands above it. */
  list: ReactNode
  /** Beside the list, or in its place where there is no room for both. */
  pane: ReactNode
  /** Whether the pane shows somebody. */
  open: boolean
  /** Whether a form stands in the pane. */
  editing?: boolean
  /** What the list is called. */
  label: string
}

/** The frame of every view of the address book: links at the side, the list, and the chosen entry. */
export function Frame({ place, list, pane, open, editing = false, label }: FrameProps) {
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
  const listed = useRef<HTMLElement>(null)
  const beside = useRef<HTMLElement>(null)
  // A form takes the focus with it when it goes: what comes in its place goes on from there, on a phone the list.
  useEffect(() => {
    if (!editing) return
    return () => {
      for (const place of [beside.current, listed.current]) {
        if (document.activeElement === document.body) place?.focus({ preventScroll: true })
      }
    }
  }, [editing])
  return (
    <div className={css.frame} data-open={open || undefined}>
      <nav ref={places} aria-label={say('places.label')} className={css.nav}>
        <ul>
          {PLACES.filter(({ name }) => shown[name]).map(({ name, icon }) => (
            <li key={name}>
              <Link
                to={`/addressbook/${name}`}
                aria-current={name === place ? 'page' : undefined}
                className={cx(nav.link, css.place)}
              >
                <Icon name={icon} />
                <span>{say(`places.${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section ref={listed} tabIndex={-1} className={css.list} aria-label={say('list.region', { title: label })}>
        {list}
      </section>
      <section ref={beside} tabIndex={-1} className={css.pane} aria-label={say('card.region')}>
        {pane}
      </section>
    </div>
  )
}
