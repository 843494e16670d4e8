import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'

/** Fetches what is shown above mails that ask for receipts, with its words. @throws {PartError} as `fetchPart` does */
export async function loadReceipts() {
  const [card, { zh, en }] = await Promise.all([
    fetchPart(() => import(/* webpackChunkName: "receipts" */ './ReceiptCard.tsx')),
    fetchPart(() => import(/* webpackChunkName: "receipts" */ './words.ts')),
  ])
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
  return card
}
