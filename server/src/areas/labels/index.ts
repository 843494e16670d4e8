export { labelRoutes } from './labels.routes.ts'
export { listLabels } from './labels.service.ts'
