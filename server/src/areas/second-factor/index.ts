export { secondFactorRoutes } from './secondFactor.routes.ts'
export { secondMethods, useRecoveryCode, useTotp } from './secondFactor.service.ts'
