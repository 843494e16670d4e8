export { queryClient, useQuery } from './query.ts'
