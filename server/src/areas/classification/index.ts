export { rulesPart } from './archivePart.ts'
export { classificationRoutes } from './classification.routes.ts'
export { classificationStep } from './classificationStep.ts'
export { learnSenders } from './senders.service.ts'
