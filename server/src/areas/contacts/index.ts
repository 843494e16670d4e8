export { contactRoutes } from './contacts.routes.ts'
export { announceContacts, keepRecipients } from './contacts.service.ts'
export { suggestPeople } from './suggest.service.ts'
