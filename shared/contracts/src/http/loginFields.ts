import { z } from 'zod'
import { ADDRESS_MAX } from '../limits.ts'
import { compared } from './define.ts'
import { named } from './names.ts'

/** A secret that the server gave out and the client sends back. */
export const ticket = named('ticket', compared(200))
/** A mail address, or its local part. */
export const account = compared(ADDRESS_MAX, z.string().trim())
export const phone = compared(30, z.string().trim())
/** A code that was sent, or that an app shows. One of another length is a wrong code; digits may be full-width ones. */
export const shortCode = compared(100, z.string().normalize('NFKC').trim())
