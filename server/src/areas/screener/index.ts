export { screenerRoutes } from './screener.routes.ts'
export { countHeld, screeningFolder, switchScreener } from './screener.service.ts'
export { screenerStep } from './screenerStep.ts'
