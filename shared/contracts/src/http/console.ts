import { z } from 'zod'
import { Code } from '../codes.ts'
import { post } from './define.ts'

export const consoleCalls = [
  post('console/token', {
    noted: 'nothing',
    administrator: true,
    ownerOnly: true,
    title: 'For administrators: the address of the management console with a token for one use, valid for a minute',
    data: z.object({ url: z.url() }),
    errors: [Code.forbidden, Code.notFound],
  }),
  post('console/token/verify', {
    title: 'For the management console: whom a token of `console/token` names. The token is used up.',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(100) }),
    data: z.object({ account: z.string(), userName: z.string() }),
    errors: [Code.tokenInvalid],
  }),
] as const
