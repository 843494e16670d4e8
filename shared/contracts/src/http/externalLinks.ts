import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, post } from './define.ts'
import { ticket } from './login.ts'

/** Other systems that the product leads to: the archive (`guidang`) and the mail gateway (`wangguan`). */
export const externalSystem = z.enum(['archive', 'gateway'])
export type ExternalSystem = z.infer<typeof externalSystem>

export const externalLinkCalls = [
  get('mail/gateway/gatewayUrl', {
    switchedBy: { name: 'mailArchiveEnable', when: 'sometimes' },
    title: 'The address of an outside system, with a token that says once who comes',
    query: z.object({ system: externalSystem.default('gateway') }),
    data: z.object({ url: z.string() }),
    errors: [Code.forbidden, Code.linkNotOffered],
  }),
  post('mail/gateway/redeem', {
    title: 'For that system: whose token it is. Counts once, within a minute, with the secret as bearer token',
    access: 'public',
    body: z.object({ token: ticket }),
    data: z.object({ system: externalSystem, account: z.string(), userName: z.string() }),
    errors: [Code.tokenInvalid, Code.codeOver],
  }),
] as const
