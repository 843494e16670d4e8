export { classificationRoutes } from './classification.routes.ts'
export { classificationStep } from './classificationStep.ts'
