import type { MailAddress } from '@yanshu/contracts'
import { http, markStale, t } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import { NS } from '../useWords.ts'

const changed = () => markStale(CONTACTS_KEY)

/**
 * Keeps somebody among the own contacts, once. Who has no name is called by the address until one is written on the card.
 * Answers whether they are kept now; the user has been told either way.
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
