import { messageParts } from '@yanshu/contracts'
import { addMessages, fetchPart, language } from '@yanshu/shell-api'
import { NS } from '../mailbox/useMailbox.ts'
import first from './zh.ts?part=first'

const words = messageParts(
  NS,
  { addMessages, fetchPart, language },
  {
    zh: {
      first: async () => ({ default: first }),
      later: () => import(/* webpackChunkName: "zh" */ './zh.ts?part=later'),
    },
    // One chunk: compressed apart, the two parts are 475 bytes more.
    en: {
      first: () => import(/* webpackChunkName: "en" */ './en.ts?part=first'),
      later: () => import(/* webpackChunkName: "en" */ './en.ts?part=later'),
    },
  },
)

export const loadWords = words.load

/**
 * Fetches a part that the first view does without, together with the words of all such parts.
 * @throws {PartError} as `fetchPart` does
 */
export const withWords = <T>(load: () => Promise<T>): Promise<T> => words.withPart(load, 'later')
