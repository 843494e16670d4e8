import { addMessages, onDemandParts, PartError, Slot, type SlotPlaceProps, useT } from '@yanshu/shell-api'
import { ErrorCard } from '@yanshu/ui'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { RemoteError } from '../federation/RemoteError.ts'
import { Starting } from '../login/Starting.tsx'
import { signOut } from '../shell/signOut.ts'

type Parts = typeof import('./parts.ts')

const { fetchParts, useParts } = onDemandParts<Parts>(async () => {
  const parts = await import(/* webpackChunkName: "on-demand" */ './parts.ts')
  addMessages('shell', 'zh', parts.onDemandZh)
  parts.startBeacons()
  return parts
})

/** Fetches the parts of the frame that a usable page does without. */
export { fetchParts }

type NotComponents =
  | 'onDemandZh'
  | 'askAndSignOut'
  | 'askAndSignOutLocked'
  | 'askToLock'
  | 'lockAtOnce'
  | 'keepFrame'
  | 'showKeptFrame'
  | 'startBeacons'
type Props = { readonly [Name in Exclude<keyof Parts, NotComponents>]: ComponentProps<Parts[Name]> & object }
type PropsOf<Name extends keyof Props> = Props[Name]
type Components = { readonly [Name in keyof Props]: (props: Props[Name]) => ReactNode }

const drawn = <P extends object>(Part: (props: P) => ReactNode, props: P) => <Part {...props} />

/**
 * One of the parts as a component: drawn as soon as they are there, and triggers their loading unless `loads` is false.
 * @param waiting what stands in its place until then
 */
function later<Name extends keyof Props>(
  name: Name,
  { loads = true, waiting = null }: { readonly loads?: boolean; readonly waiting?: ReactNode } = {},
) {
  return (props: Props[Name]) => {
    const all: Components | null = useParts(loads)
    return all ? drawn<Props[Name]>(all[name], props) : waiting
  }
}

/** Locks the screen, or leads to where the lock is turned on. */
export const lockAtOnce = (): void => void fetchParts().then((parts) => parts.lockAtOnce())

export const AbsentPage = later('AbsentPage', { waiting: <Starting /> })

export const Announcements = later('Announcements')

/** The way back from a mailbox that was switched to. It does not trigger loading. */
export const BackToOwn = later('BackToOwn', { loads: false })

/** Signs out, after a question when something is not saved. */
export const askAndSignOut = (): Promise<void> =>
  fetchParts().then(
    (parts) => parts.askAndSignOut(),
    // What cannot be asked stays sealed.
    () => signOut(),
  )

export const BarMenu = later('BarMenu')

export const DragLayer = later('DragLayer')

/** The panel at the right edge. It does not trigger loading: what opens it is loaded later than these parts. */
export const DrawerPlace = later('DrawerPlace', { loads: false })

/** Locks the screen when the user does not act. It does not trigger loading: the time is counted in minutes. */
export const IdleLock = later('IdleLock', { loads: false })

export const ExternalLink = later('ExternalLink')

export const LinkPage = later('LinkPage', { waiting: <Starting /> })

/** Until its code has come, every failure is reported as "could not be loaded", which is true of the card as well. */
export function FailureCard(props: PropsOf<'FailureCard'>) {
  const say = useT('shell')
  const all = useParts()
  const { error, onRetry } = props
  const lost = (error instanceof PartError || error instanceof RemoteError) && error.class === 'load'
  // What the network lost is asked for again when the network is back.
  useEffect(() => {
    if (!lost) return
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [lost, onRetry])
  if (all) return <all.FailureCard {...props} />
  return (
    <ErrorCard
      what={say('outlet.load', { title: props.title })}
      why={say('outlet.loadWhy')}
      advice={say('outlet.loadAdvice')}
      onRetry={props.onRetry}
    />
  )
}

export const KeptNotice = later('KeptNotice')

export const LockPage = later('LockPage', { waiting: <Starting /> })

export const LostPage = later('LostPage', { waiting: <Starting /> })

export const PasswordPrompt = later('PasswordPrompt')

export const PublicPage = later('PublicPage', { waiting: <Starting /> })

export const FolderActions = later('FolderActions')

/** Bars above the views: the question of the festival skin, a developer's own builds, and what remotes fill. They do not trigger loading: they come after what a usable page needs. */
export function RemoteBars() {
  const all = useParts(false)
  return (
    all && (
      <>
        <all.OwnBars />
        <Slot name="frame.bar" major={1} props={{}} />
      </>
    )
  )
}

/** Where a dragged tab is let go to stand beside another. */
export const SplitDrop = later('SplitDrop')

/** The line between two tabs side by side. */
export const SplitLine = later('SplitLine')

/** The menu of a tab of the strip. */
export function TabMenu(props: PropsOf<'TabMenu'>) {
  const all = useParts()
  return all && <all.TabMenu {...props} />
}

/** Keeps the caret over a reload. It does not trigger loading: the text it stands in is loaded later. */
export const KeptCaret = later('KeptCaret', { loads: false })

/** What remotes show below the folders. It does not trigger loading: it comes after what a usable page needs. */
export function SidebarSections(props: SlotPlaceProps<'sidebar.section'>['props']) {
  return useParts(false) && <Slot name="sidebar.section" major={1} props={props} />
}

/** How full the mailbox is. It does not trigger loading: it comes after what a usable page needs. */
export const QuotaBar = later('QuotaBar', { loads: false })

export const QrConfirm = later('QrConfirm')

export const ReloginDialog = later('ReloginDialog')

export const FrameLayer = later('FrameLayer')

export const HelpPanel = later('HelpPanel', { loads: false })

export const Watermark = later('Watermark')

export const SwitchedAway = later('SwitchedAway')

export const UserCard = later('UserCard')
