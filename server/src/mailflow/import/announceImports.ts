import type { Context } from '../../store/context/context.ts'
import { publishChange } from '../../store/mailbox/index.ts'

const LOOK_EVERY_MS = 3_000

/**
 * Tells open windows of mail that another process imported: the command line writes its progress with every batch, and
 * that is looked at now and then. Costs one small query each time.
 */
export function watchImports(context: Context): { stop(): void } {
  let seen = context.now()
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const rows = await context.store.db
        .selectFrom('import_progress')
        .select((eb) => ['account_id', eb.fn.max('updated_at').as('at')])
        .where('updated_at', '>', seen)
        .groupBy('account_id')
        .execute()
      for (const { account_id, at } of rows) {
        seen = Math.max(seen, at)
        await publishChange(context, account_id, { change: 'folders', mailboxId: null })
      }
    } catch (error) {
      context.log.warn({ err: error }, 'imports could not be looked at')
    }
    looking = false
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
