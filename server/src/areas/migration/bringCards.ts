import { CallError } from '../../platform/http/errors.ts'
import { beginCardImport, type CardImport } from '../contacts/index.ts'
import type { BookRow, BookWork, FetchedItem, ItemOutcome, StoreItems } from './bringBooks.ts'

interface Target {
  readonly store: StoreItems
  end(): Promise<void>
}

/**
 * Brings cards through the importer of contacts: a person who is here already is completed and not added again, and the whole
 * stands among the imports that can be undone.
 */
export async function bringCards({ context, job, migration }: BookWork, book: BookRow): Promise<Target> {
  let begun: CardImport | null = null
  const bring = async (items: readonly FetchedItem[]): Promise<readonly ItemOutcome[]> => {
    begun ??= await beginCardImport(context, migration.account_id, `${book.name} (${migration.host})`, job.hold)
    const owners = items.flatMap((item) => Array.from({ length: cardsIn(item.text) }, () => item))
    const problems = await begun.bring(Buffer.from(items.map(({ text }) => text.trimEnd()).join('\r\n')))
    return items.map((item) => {
      const own = problems.filter(({ row, reason }) => owners[row - 1] === item && reason !== 'combined')
      return { item, isBrought: !own.some(({ isLeftOut }) => isLeftOut), reason: own[0]?.reason ?? '' }
    })
  }
  const unreadable = (item: FetchedItem): ItemOutcome => ({ item, isBrought: false, reason: 'unreadable' })
  return {
    store: async (items) => {
      const cards = items.filter(({ text }) => cardsIn(text) > 0)
      const outcomes = items.filter((item) => !cards.includes(item)).map(unreadable)
      try {
        if (cards.length > 0) outcomes.push(...(await bring(cards)))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // One of them cannot be read: the others come by themselves.
        for (const card of cards) {
          outcomes.push(
            ...(await bring([card]).catch((failure: unknown) => {
              if (!(failure instanceof CallError)) throw failure
              return [unreadable(card)]
            })),
          )
        }
      }
      return outcomes
    },
    end: async () => {
      await begun?.end()
    },
  }
}

const cardsIn = (text: string): number => text.match(/^BEGIN:VCARD/gim)?.length ?? 0
