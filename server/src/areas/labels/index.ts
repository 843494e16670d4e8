export { labelRoutes } from './labels.routes.ts'
export { createLabel, listLabels } from './labels.service.ts'
