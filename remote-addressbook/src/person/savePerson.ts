import type { MailAddress } from '@yanshu/contracts'
import { http, markStale, t } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { NS } from '../useWords.ts'

const changed = () => markStale(CONTACTS_KEY)

/**
 * Adds a person to the own contacts, once. Without a name the address is used until one is entered on the card. Returns
 * whether they are a contact now; a message has been shown either way.
 */
export async function savePerson({ name, address }: MailAddress): Promise<boolean> {
  const known = await http.get('contact/person', { address }).catch(() => null)
  if (!known) return false
  const shown = name || address
  if (known.person?.contactId) {
    notify.info(t(NS, 'done.already', { name: shown }))
    return true
  }
  const made = await http.post('contact/save', { name, emails: [{ kind: 'work', value: address }] }).catch(() => null)
  if (!made) return false
  changed()
  undoable(t(NS, 'done.kept', { name: shown }), () => {
    http.post('contact/delete', { contactIds: [made.contactId] }).then(changed, () => undefined)
  })
  return true
}
