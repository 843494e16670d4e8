export { receiptStep } from './receiptStep.ts'
export { receiptRoutes } from './receipts.routes.ts'
