export { savedSearchesPart } from './archivePart.ts'
export { searchRoutes } from './search.routes.ts'
