import { fetchPart } from '@yanshu/shell-api'

/** Fetches what the move picker shows, with its group of components. */
export const loadMoveChoices = () => fetchPart(() => import('./MoveChoices.tsx'))
