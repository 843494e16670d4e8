export { type ForwardProblem, ForwardRefusedError } from './forwardErrors.ts'
export { allowedForwards } from './forwardGuard.ts'
export { forwardingRoutes } from './forwarding.routes.ts'
export {
  activeForwards,
  addForward,
  confirmedForwards,
  endForwarding,
  forwardProblem,
  mayForward,
  ownAddresses,
  ownAddressesOfMany,
  readForward,
  removeForward,
  saveForward,
} from './forwarding.service.ts'
export { forwardingStep } from './forwardingStep.ts'
export { requirePasswordToForward } from './forwardPassword.ts'
