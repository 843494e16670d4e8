export { resealFactors } from './resealFactors.ts'
export { secondFactorRoutes } from './secondFactor.routes.ts'
export {
  besidePhone,
  endSmsFactor,
  removeSecondFactor,
  secondMethods,
  useRecoveryCode,
  useTotp,
} from './secondFactor.service.ts'
export { countSecondTries } from './secondTries.ts'
