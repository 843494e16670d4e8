import { z } from 'zod'
import { Code } from '../codes.ts'
import { lengthOf } from '../rules/names.ts'
import { NEAR_WORDS_MAX, SAVED_SEARCH_NAME_MAX, SAVED_SEARCH_QUERY_MAX, SAVED_SEARCHES_MAX } from '../searchLimits.ts'
import { get, post, written } from './define.ts'

/** A search that is kept under a name: its query is that of the address of the results, which the page alone reads. */
export const savedSearch = z.object({ name: z.string(), query: z.string() })
export type SavedSearch = z.infer<typeof savedSearch>

const savedSearches = z.object({ list: z.array(savedSearch).max(SAVED_SEARCHES_MAX) })

/** The name of a saved search: one line, without spaces around it. */
const searchName = written(4 * SAVED_SEARCH_NAME_MAX)
  .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
  .refine((text) => text !== '' && lengthOf(text) <= SAVED_SEARCH_NAME_MAX && !/\p{Cc}/u.test(text))

const alone = { personAlone: 'forbidden', noted: 'nothing' } as const

/** What people keep of their searches, and what is proposed where one finds little. */
export const searchCalls = [
  get('mail/email/search/saved/list', {
    ...alone,
    title: 'The searches that the person keeps, in the order in which they were saved',
    data: savedSearches,
  }),
  post('mail/email/search/saved/save', {
    ...alone,
    title: `Keep a search under a name, at most ${SAVED_SEARCHES_MAX}; with \`was\` in place of the one of that name`,
    body: z.object({
      name: searchName,
      query: written(SAVED_SEARCH_QUERY_MAX).refine((text) => text !== ''),
      was: z
        .string()
        .max(4 * SAVED_SEARCH_NAME_MAX)
        .optional(),
    }),
    data: savedSearches,
    errors: [Code.nameTaken, Code.notFound, Code.tooManyRules],
  }),
  post('mail/email/search/saved/delete', {
    ...alone,
    title: 'Keep a search no longer; one that is gone already is passed over',
    body: z.object({ name: z.string().max(4 * SAVED_SEARCH_NAME_MAX) }),
    data: savedSearches,
  }),
  get('mail/email/search/near', {
    title:
      'Keywords that sound like one, in pinyin, of people and of the newest subjects outside the recycle bin, spam and folders with a password',
    query: z.object({ searchKeyword: z.string().max(200) }),
    data: z.object({ keywords: z.array(z.string()).max(NEAR_WORDS_MAX) }),
    errors: [Code.searchTooLong, Code.busy],
  }),
] as const
