import type { MailAddress } from '@yanshu/contracts'
import { http, intents, markStale, t } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { NS } from '../useWords.ts'
import { CONTACTS_KEY } from './contactKeys.ts'

const changed = () => markStale(CONTACTS_KEY)

/** Begins a mail to a person. When no remote can, `intents` has shown why. */
export function writeTo(people: readonly MailAddress[]): void {
  intents.send('compose.open', { kind: 'new', to: people }).catch(() => undefined)
}

/** Deletes contacts and offers to undo it. Returns whether they were deleted; a failure has been shown. */
export async function deleteContacts(contactIds: readonly number[], name: string): Promise<boolean> {
  const done = await http.post('contact/delete', { contactIds: [...contactIds] }).catch(() => null)
  if (!done) return false
  changed()
  if (done.contactIds.length === 0) return true
  undoable(t(NS, 'done.deleted', { name }), () => {
    http.post('contact/restore', { contactIds: done.contactIds }).then(changed, () => undefined)
  })
  return true
}

/** Stars a contact, or takes the star away. */
export async function starContact(contactId: number, starred: boolean): Promise<void> {
  await http.post('contact/star', { contactIds: [contactId], starred }).catch(() => undefined)
  changed()
}

/** A mail to everybody of a personal group and of those below it. */
export async function writeToGroup(groupId: number): Promise<void> {
  const found = await http.get('contact/group/people', { groupId }).catch(() => null)
  if (!found) return
  if (found.list.length === 0) notify.info(t(NS, 'done.nobody'))
  else writeTo(found.list)
}

/** Copies what is known of somebody as lines of text. */
export function copyCard(lines: readonly string[]): Promise<void> {
  const text = lines.filter((line) => line !== '').join('\n')
  return copyText(text, { done: t(NS, 'done.copied'), failed: t(NS, 'done.notCopied') })
}
