export { mailImportRoutes } from './mailImport.routes.ts'
