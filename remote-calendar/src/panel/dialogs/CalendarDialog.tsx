import type { CalendarEntry } from '@yanshu/contracts'
import { NameDialog } from './NameDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'

export type DialogOf =
  | { readonly kind: 'new' | 'subscribe' }
  | { readonly kind: 'name' | 'share' | 'publish'; readonly calendar: CalendarEntry }

export interface CalendarDialogProps {
  of: DialogOf
  onClose: () => void
}

/** The dialog for one thing that is done to a calendar. */
export default function CalendarDialog({ of, onClose }: CalendarDialogProps) {
  switch (of.kind) {
    case 'new':
      return <NameDialog calendar={null} onClose={onClose} />
    case 'subscribe':
      return <SubscribeDialog onClose={onClose} />
    case 'name':
      return <NameDialog calendar={of.calendar} onClose={onClose} />
    case 'share':
      return <ShareDialog calendar={of.calendar} onClose={onClose} />
    case 'publish':
      return <PublishDialog calendar={of.calendar} onClose={onClose} />
  }
}
