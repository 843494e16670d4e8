import { deviceNote } from '@yanshu/shell-api'

/** Asked once on a device, whatever the answer; browsers keep a note for at most 400 days. */
const note = deviceNote('mail-links')
const KEPT_S = 400 * 24 * 3_600

/** Whether this browser can open `mailto:` links here, over a connection that it trusts. */
const canRegister = (): boolean => window.isSecureContext && 'registerProtocolHandler' in navigator

/** Whether it is to be offered to open `mailto:` links of other pages and programs here. */
export const mayOfferMailLinks = (): boolean => canRegister() && note.get() === ''

/** Not offered again on this device. */
export const declineMailLinks = (): void => note.set('declined', KEPT_S)

/** Asks the browser to open `mailto:` links here; the browser asks the person. @throws where the browser refuses */
export function takeMailLinks(): void {
  navigator.registerProtocolHandler('mailto', `${location.origin}${location.pathname}#/write/new/0?mailto=%s`)
  note.set('asked', KEPT_S)
}
