import { isReservedName } from '../css/filterSheet.ts'
import type { MailPass } from '../mailPass.ts'

/** Removes our own class names and ids from the mail, so it cannot pose as a mark that a pass has set. */
export const reserveNames: MailPass = (document) => {
  for (const element of document.querySelectorAll('[class]')) {
    for (const name of [...element.classList]) if (isReservedName(name)) element.classList.remove(name)
  }
  for (const element of document.querySelectorAll('[id]')) {
    if (isReservedName(element.id)) element.removeAttribute('id')
  }
}
