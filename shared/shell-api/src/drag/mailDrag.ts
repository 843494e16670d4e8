import { storePerLogin } from '../login/storePerLogin.ts'
import { useStore } from '../storeOf.ts'

/** Mails under the pointer, on their way to a folder of the sidebar. */
export interface MailDrag {
  readonly mailIds: readonly number[]
  /** The folder they come from; null when they come from several (a search, a label). */
  readonly mailboxId: number | null
  /** Where the pointer was when the drag began, in the window. */
  readonly point: { readonly x: number; readonly y: number }
}

const store = storePerLogin<MailDrag | null>(() => null)

/**
 * Dragging mails across remotes: a list begins a drag. The host follows the pointer, shows how many mails there are,
 * marks where they may go (§4, Drag move) and sends the intent `mail.move` when they are dropped.
 */
export const mailDrag = {
  begin: (drag: MailDrag): void => store.mine().set(drag),
  /** Called by the host when the drag is over. */
  end: (): void => store.mine().set(null),
  current: (): MailDrag | null => store.get(),
}

/** The drag that is under way, in a component; null for none. */
export const useMailDrag = (): MailDrag | null => useStore(store)
