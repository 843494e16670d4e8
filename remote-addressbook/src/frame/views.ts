import { readFirstContacts } from '../contacts/useContactList.ts'
import { readGroups } from '../contacts/useGroups.ts'
import { readDepartments } from '../organization/useOrganization.ts'

export { default as AllContacts } from '../contacts/AllContacts.tsx'
export { default as ContactGroups } from '../contacts/ContactGroups.tsx'
export { default as ContactMailGroups } from '../mail-groups/ContactMailGroups.tsx'
export { default as GroupManagement } from '../mail-groups/GroupManagement.tsx'
export { default as Organization } from '../organization/Organization.tsx'
export { default as ToAllContacts } from './ToAllContacts.tsx'

const readContacts = () => Promise.all([readFirstContacts(), readGroups()])

/** What views show first, asked for when a user goes to them. Resolves when it is there or could not be had. */
export const asks: Readonly<Record<string, () => Promise<unknown>>> = {
  ToAllContacts: readContacts,
  AllContacts: readContacts,
  ContactGroups: readGroups,
  Organization: readDepartments,
}
