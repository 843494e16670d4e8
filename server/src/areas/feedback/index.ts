export { feedbackRoutes } from './feedback.routes.ts'
export { deleteFeedback, type KeptFeedback, listFeedback } from './feedback.service.ts'
