import { z } from 'zod'
import { get, post } from './define.ts'

const blob = z.unknown()
/** What the page is shown in; forms of the page name it, because their calls bring no cookie. */
const query = z.object({ language: z.enum(['zh', 'en']).optional().catch(undefined) })

/** The page on which a person outside the organisation reads a letter with conditions. It is HTML that the server writes. */
export const outsideLetterCalls = [
  get('letter/{token}', {
    title:
      'The page of a letter with a reading password, for a recipient outside: HTML without an origin and without scripts. Until the password was entered in this browser it names nothing of the letter, not even whether there is one',
    access: 'public',
    query,
    data: blob,
    answers: 'blob',
    errors: [],
  }),
  post('letter/{token}', {
    title:
      'Open such a letter: a form with the field `password`. Counts once for each browser and sitting, and leads to the page; what refuses it is answered as a page',
    access: 'public',
    query,
    sends: 'multipart',
    data: blob,
    answers: 'blob',
    errors: [],
  }),
  post('letter/{token}/close', {
    title: 'End a reading: a form with the field `ticket`, answered with the page',
    access: 'public',
    query,
    sends: 'multipart',
    data: blob,
    answers: 'blob',
    errors: [],
  }),
] as const
