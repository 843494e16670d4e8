export { deviceOf, handOut, loginRoutes } from './login.routes.ts'
export { loginsJob } from './loginsJob.ts'
export { open, openOrAsk, type ProvenAccount } from './openLogin.ts'
export { accountOfStep, passSecondStep } from './secondStep.ts'
