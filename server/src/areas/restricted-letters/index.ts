export { restrictedLetterJob } from './burnJob.ts'
export { headStep } from './headStep.ts'
export { newPolicyOf } from './newPolicy.ts'
export { restrictedLetterRoutes } from './restrictedLetters.routes.ts'
