import type { ContactGroup, MailAddress } from '@yanshu/contracts'
import { fetchPart, http, intents, markStale, t } from '@yanshu/shell-api'
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

/** Stars a contact, or removes the star. */
export async function starContact(contactId: number, starred: boolean): Promise<void> {
  await http.post('contact/star', { contactIds: [contactId], starred }).catch(() => undefined)
  changed()
}

/** Adds a person to a personal group, or removes them. A person who is no contact yet becomes one. */
export async function putIntoGroup(
  groupId: number,
  { contactId, person }: { contactId: number | null; person: MailAddress },
  on: boolean,
): Promise<void> {
  const change = contactId === null ? { addPeople: [person] } : { [on ? 'add' : 'remove']: [contactId] }
  await http.post('contact/group/members', { groupId, ...change }).catch(() => undefined)
  changed()
}

/** Opens a choice of people and adds them to a personal group. */
export async function choosePeopleFor({ groupId, groupName }: ContactGroup): Promise<void> {
  const { openPicker } = await fetchPart(() => import('../picker/openPicker.tsx'))
  const addPeople = await openPicker({ multiple: true })
  if (addPeople.length === 0) return
  const done = await http.post('contact/group/members', { groupId, addPeople: [...addPeople] }).catch(() => null)
  if (!done) return
  changed()
  if (done.added.length === 0) return
  undoable(t(NS, 'done.joined', { count: done.added.length, name: groupName }), () => {
    http.post('contact/group/members', { groupId, remove: done.added }).then(changed, () => undefined)
  })
}

/** A mail to all people of a personal group and of those below it. */
export async function writeToGroup(groupId: number): Promise<void> {
  const found = await http.get('contact/group/people', { groupId }).catch(() => null)
  if (!found) return
  if (found.list.length === 0) notify.info(t(NS, 'done.nobody'))
  else writeTo(found.list)
}

/** Copies what is known of a person as lines of text. */
export function copyCard(lines: readonly string[]): Promise<void> {
  const text = lines.filter((line) => line !== '').join('\n')
  return copyText(text, { done: t(NS, 'done.copied'), failed: t(NS, 'done.notCopied') })
}
