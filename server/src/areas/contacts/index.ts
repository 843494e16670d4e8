export { contactRoutes } from './contacts.routes.ts'
export { suggestPeople } from './contacts.service.ts'
