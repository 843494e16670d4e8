import { addMessages, onDemandParts, PartError, Slot, useT } from '@yanshu/shell-api'
import { ErrorCard } from '@yanshu/ui'
import { type ComponentProps, useEffect } from 'react'
import { RemoteError } from '../federation/RemoteError.ts'

type Parts = typeof import('./parts.ts')

const { fetchParts, useParts } = onDemandParts<Parts>(async () => {
  const parts = await import(/* webpackChunkName: "on-demand" */ './parts.ts')
  addMessages('shell', 'zh', parts.onDemandZh)
  return parts
})

/** Fetches the parts of the frame that a usable page does without. */
export { fetchParts }

type PropsOf<Name extends Exclude<keyof Parts, 'onDemandZh'>> = ComponentProps<Parts[Name]>

export function AbsentPage(props: PropsOf<'AbsentPage'>) {
  const all = useParts()
  return all && <all.AbsentPage {...props} />
}

export function AppearanceMenu(props: PropsOf<'AppearanceMenu'>) {
  const all = useParts()
  return all && <all.AppearanceMenu {...props} />
}

export function CommandPalette(props: PropsOf<'CommandPalette'>) {
  const all = useParts()
  return all && <all.CommandPalette {...props} />
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

export function ExternalLink(props: PropsOf<'ExternalLink'>) {
  const all = useParts()
  return all && <all.ExternalLink {...props} />
}

export function LinkPage() {
  const all = useParts()
  return all && <all.LinkPage />
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

export function LostPage() {
  const all = useParts()
  return all && <all.LostPage />
}

export function FolderActions(props: PropsOf<'FolderActions'>) {
  const all = useParts()
  return all && <all.FolderActions {...props} />
}

/** Bars above the views that remotes fill. They do not trigger loading: they come after what a usable page needs. */
export function RemoteBars() {
  return useParts(false) && <Slot name="frame.bar" major={1} props={{}} />
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

export function ShortcutSheet(props: PropsOf<'ShortcutSheet'>) {
  const all = useParts()
  return all && <all.ShortcutSheet {...props} />
}

export function UserCard(props: PropsOf<'UserCard'>) {
  const all = useParts()
  return all && <all.UserCard {...props} />
}
