import { messageParts } from '@yanshu/contracts'
import { addMessages, fetchPart, language } from '@yanshu/shell-api'

export const NS = 'remote-settings'

/**
 * What the settings show beside the words that come first, in the parts in which pages load it. Smaller parts would cost
 * more: each is compressed by itself, and its hash stands in the entry.
 */
const parts = {
  zh: {
    first: () => import(/* webpackChunkName: "words-zh" */ './zh.ts?part=first'),
    rules: () => import(/* webpackChunkName: "words-rules-zh" */ './zh.ts?part=rules'),
    account: () => import(/* webpackChunkName: "words-account-zh" */ './zh.ts?part=account'),
    further: () => import(/* webpackChunkName: "words-further-zh" */ './zh.ts?part=further'),
  },
  en: {
    first: () => import(/* webpackChunkName: "words-en" */ './en.ts?part=first'),
    rules: () => import(/* webpackChunkName: "words-rules-en" */ './en.ts?part=rules'),
    account: () => import(/* webpackChunkName: "words-account-en" */ './en.ts?part=account'),
    further: () => import(/* webpackChunkName: "words-further-en" */ './en.ts?part=further'),
  },
}

export type WordsPart = Exclude<keyof (typeof parts)['zh'], 'first'>

export const words = messageParts<WordsPart>(NS, { addMessages, fetchPart, language }, parts)
