import { AI_REQUESTS_PER_MINUTE } from '@yanshu/contracts'
import { z } from 'zod'
import type { Context } from '../../../store/context/context.ts'

/** How an operator has set the model. */
export const modelSettings = z.object({
  /** The address below which `/chat/completions` stands. */
  url: z.url({ protocol: /^https?$/ }),
  key: z.string().max(500).default(''),
  model: z.string().min(1).max(200),
  /** Which of the five kinds of requests it may help with (§4). */
  kinds: z.array(z.number().int().min(1).max(5)).default([1, 2, 3, 4, 5]),
  /** Whether mail addresses and phone numbers are left out of what is sent. */
  cutAddresses: z.boolean().default(true),
  /** Requests of one person in a minute, and characters of one person in a month. */
  perMinute: z.number().int().min(1).max(AI_REQUESTS_PER_MINUTE).default(10),
  monthly: z.number().int().min(0).default(2_000_000),
  /** Milliseconds without a word from the model after which it counts as gone. */
  idleMs: z.number().int().min(100).max(600_000).default(30_000),
  /** Characters of one mail that are sent in one request; a longer one is cut. */
  longest: z.number().int().min(500).max(100_000).default(12_000),
  /** Requests that the summary of one long mail may take for its parts. With 1 a long mail is cut. */
  chunks: z.number().int().min(1).max(20).default(1),
})
export type ModelSettings = z.infer<typeof modelSettings>

const ROW = 'model'

/** What the operator has set, null while there is no model: nothing leaves then. */
export async function readModelSettings({
  store,
  config,
}: Pick<Context, 'store' | 'config'>): Promise<ModelSettings | null> {
  const row = await store.db.selectFrom('assistant_setting').select('value').where('name', '=', ROW).executeTakeFirst()
  const stored: unknown = row ? JSON.parse(row.value) : {}
  const parsed = modelSettings.safeParse({ ...(stored as object), ...(config.assistant ?? {}) })
  return parsed.success ? parsed.data : null
}

/** Keeps what the operator sets; null takes the model away. */
export async function writeModelSettings(
  { store }: Pick<Context, 'store'>,
  settings: ModelSettings | null,
): Promise<void> {
  if (!settings) {
    await store.db.deleteFrom('assistant_setting').where('name', '=', ROW).execute()
    return
  }
  const value = JSON.stringify(settings)
  await store.db
    .insertInto('assistant_setting')
    .values({ name: ROW, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
