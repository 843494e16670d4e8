export { allowedForwards } from './forwardGuard.ts'
export { forwardingRoutes } from './forwarding.routes.ts'
export { confirmedForwards, forwardProblem, mayForward, ownAddresses } from './forwarding.service.ts'
export { forwardingStep } from './forwardingStep.ts'
