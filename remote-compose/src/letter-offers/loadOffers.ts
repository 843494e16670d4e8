import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

/** Fetches what a letter offers once, with its words. @throws {PartError} as `fetchPart` does */
export async function loadOffers() {
  const [part, { zh, en }] = await Promise.all([
    fetchPart(() => import('./LetterOffers.tsx')),
    fetchPart(() => import('./words.ts')),
  ])
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
  return part
}
