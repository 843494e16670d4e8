import { fetchPart } from '@yanshu/shell-api'

/** Fetches what makes tasks: by way of the chunk of the cards, which has most of what it needs. */
export const fetchTasks = () => fetchPart(() => import('./makeTask.ts'))
