export { hashKey } from '@tanstack/react-query'
export { queryClient, useQuery } from './query.ts'
