import { addMessages, onDemandParts, PartError, Slot, type SlotPlaceProps, useT } from '@yanshu/shell-api'
import { ErrorCard } from '@yanshu/ui'
import { type ComponentProps, useEffect } from 'react'
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
type PropsOf<Name extends Exclude<keyof Parts, NotComponents>> = ComponentProps<Parts[Name]>

/** Locks the screen, or leads to where the lock is turned on. */
export const lockAtOnce = (): void => void fetchParts().then((parts) => parts.lockAtOnce())

export function AbsentPage(props: PropsOf<'AbsentPage'>) {
  const all = useParts()
  return all ? <all.AbsentPage {...props} /> : <Starting />
}

export function Announcements(props: PropsOf<'Announcements'>) {
  const all = useParts()
  return all && <all.Announcements {...props} />
}

/** The way back from a mailbox that was switched to. It does not trigger loading. */
export function BackToOwn() {
  const all = useParts(false)
  return all && <all.BackToOwn />
}

/** Signs out, after a question when something is not saved. */
export const askAndSignOut = (): Promise<void> =>
  fetchParts().then(
    (parts) => parts.askAndSignOut(),
    // What cannot be asked stays sealed.
    () => signOut(),
  )

export function BarMenu(props: PropsOf<'BarMenu'>) {
  const all = useParts()
  return all && <all.BarMenu {...props} />
}

export function DragLayer(props: PropsOf<'DragLayer'>) {
  const all = useParts()
  return all && <all.DragLayer {...props} />
}

/** The panel at the right edge. It does not trigger loading: what opens it is loaded later than these parts. */
export function DrawerPlace() {
  const all = useParts(false)
  return all && <all.DrawerPlace />
}

/** Locks the screen when the user does not act. It does not trigger loading: the time is counted in minutes. */
export function IdleLock(props: PropsOf<'IdleLock'>) {
  const all = useParts(false)
  return all && <all.IdleLock {...props} />
}

export function ExternalLink(props: PropsOf<'ExternalLink'>) {
  const all = useParts()
  return all && <all.ExternalLink {...props} />
}

export function LinkPage() {
  const all = useParts()
  return all ? <all.LinkPage /> : <Starting />
}

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

export function KeptNotice(props: PropsOf<'KeptNotice'>) {
  const all = useParts()
  return all && <all.KeptNotice {...props} />
}

export function LockPage() {
  const all = useParts()
  return all ? <all.LockPage /> : <Starting />
}

export function LostPage() {
  const all = useParts()
  return all ? <all.LostPage /> : <Starting />
}

export function PasswordPrompt() {
  const all = useParts()
  return all && <all.PasswordPrompt />
}

export function PublicPage(props: PropsOf<'PublicPage'>) {
  const all = useParts()
  return all ? <all.PublicPage {...props} /> : <Starting />
}

export function FolderActions(props: PropsOf<'FolderActions'>) {
  const all = useParts()
  return all && <all.FolderActions {...props} />
}

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
export function SplitDrop(props: PropsOf<'SplitDrop'>) {
  const all = useParts()
  return all && <all.SplitDrop {...props} />
}

/** The line between two tabs side by side. */
export function SplitLine(props: PropsOf<'SplitLine'>) {
  const all = useParts()
  return all && <all.SplitLine {...props} />
}

/** The menu of a tab of the strip. */
export function TabMenu(props: PropsOf<'TabMenu'>) {
  const all = useParts()
  return all && <all.TabMenu {...props} />
}

/** Keeps the caret over a reload. It does not trigger loading: the text it stands in is loaded later. */
export function KeptCaret(props: PropsOf<'KeptCaret'>) {
  const all = useParts(false)
  return all && <all.KeptCaret {...props} />
}

/** What remotes show below the folders. It does not trigger loading: it comes after what a usable page needs. */
export function SidebarSections(props: SlotPlaceProps<'sidebar.section'>['props']) {
  return useParts(false) && <Slot name="sidebar.section" major={1} props={props} />
}

/** How full the mailbox is. It does not trigger loading: it comes after what a usable page needs. */
export function QuotaBar() {
  const all = useParts(false)
  return all && <all.QuotaBar />
}

export function QrConfirm(props: PropsOf<'QrConfirm'>) {
  const all = useParts()
  return all && <all.QrConfirm {...props} />
}

export function ReloginDialog(props: PropsOf<'ReloginDialog'>) {
  const all = useParts()
  return all && <all.ReloginDialog {...props} />
}

export function FrameLayer(props: PropsOf<'FrameLayer'>) {
  const all = useParts()
  return all && <all.FrameLayer {...props} />
}

export function HelpPanel(props: PropsOf<'HelpPanel'>) {
  const all = useParts(false)
  return all && <all.HelpPanel {...props} />
}

export function Watermark(props: PropsOf<'Watermark'>) {
  const all = useParts()
  return all && <all.Watermark {...props} />
}

export function SwitchedAway(props: PropsOf<'SwitchedAway'>) {
  const all = useParts()
  return all && <all.SwitchedAway {...props} />
}

export function UserCard(props: PropsOf<'UserCard'>) {
  const all = useParts()
  return all && <all.UserCard {...props} />
}
