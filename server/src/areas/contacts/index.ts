export { contactRoutes } from './contacts.routes.ts'
export { announceContacts, keepRecipients, saveContact } from './contacts.service.ts'
export { saveGroup } from './groups.service.ts'
export { suggestPeople } from './suggest.service.ts'
