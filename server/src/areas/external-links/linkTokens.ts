import { Code } from '@yanshu/contracts'
import { z } from 'zod'
import { CallError } from '../../platform/http/errors.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'

/** How long a token names who comes, in milliseconds. */
const LINK_LIFE_MS = 60_000

/** Tokens that say once who comes to an outside system. */
export const links = ticketKind('external-link', z.object({ system: z.enum(['archive', 'gateway']) }), LINK_LIFE_MS)

/** The operator has not set up the system. */
export class LinkNotOfferedError extends CallError {
  constructor() {
    super(Code.linkNotOffered)
  }
}
