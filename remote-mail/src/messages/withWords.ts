import { addMessages, fetchPart } from '@yanshu/shell-api'
import { NS } from '../mailbox/useMailbox.ts'

const laterWords = () => fetchPart(() => import(/* webpackChunkName: "zh" */ './zh.ts'))

/**
 * Fetches a part that the first view does without, together with the Chinese words of all
 * such parts. English comes as a whole; Chinese stands in for what another language lacks, so its words always come.
 * @throws {PartError} as `fetchPart` does
 */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [part, { default: zh }] = await Promise.all([fetchPart(load), laterWords()])
  addMessages(NS, 'zh', zh)
  return part
}
