import { z } from 'zod'
import { Code } from '../codes.ts'
import { enteredPassword, epochMs, get, ok, post } from './define.ts'

const count = z.number().int().nonnegative()

/** Everything of an account in one file, made in the background. */
export const archive = z.object({
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  createdAt: epochMs,
  /** How many things are written, of about how many; and how many could not be read. */
  done: count,
  total: count,
  lost: count,
  /** Bytes of the finished file. */
  size: count,
  /** When it is deleted; null while it is made. */
  expiresAt: epochMs.nullable(),
})
export type Archive = z.infer<typeof archive>

export const archiveCalls = [
  get('user/archive/state', {
    noted: 'nothing',
    personAlone: 'forbidden',
    title: 'The archive of the account, null when there is none',
    data: z.object({ archive: archive.nullable() }),
    errors: [Code.forbidden],
  }),
  post('user/archive/begin', {
    noted: 'nothing',
    renewsSettings: true,
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'Begin to put everything into one archive, in the place of a former one',
    data: z.object({ archive }),
    errors: [Code.forbidden, Code.tooManyRequests],
  }),
  post('user/archive/cancel', {
    noted: 'nothing',
    renewsSettings: true,
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'Give the archive up, finished or not',
    data: ok,
    errors: [Code.forbidden],
  }),
  post('user/archive/link', {
    noted: 'nothing',
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'A link to the finished archive for the password of the account: once, for this session, for two minutes',
    body: z.object({ password: enteredPassword }),
    data: z.object({ token: z.string() }),
    errors: [Code.forbidden, Code.notFound, Code.oldPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
] as const
