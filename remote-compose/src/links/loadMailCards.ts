import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

/** Fetches what is shown above mails with large files or that ask for receipts. @throws {PartError} as `fetchPart` does */
export async function loadMailCards() {
  const { cards, words } = await fetchPart(() => import('./mailCards.ts'))
  for (const { zh, en } of words) {
    addMessages(NS, 'zh', zh)
    addMessages(NS, 'en', en)
  }
  return { default: cards }
}
