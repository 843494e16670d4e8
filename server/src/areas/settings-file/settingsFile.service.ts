import { LOG_DAYS, type SettingsFile, type SettingsPart, type SettingsPartPlan } from '@yanshu/contracts'
import { SETTINGS_PARTS, settingsPart } from '@yanshu/contracts/schemas'
import { z } from 'zod'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { type Parts, partIn, partOf, type Step } from './settingsParts.ts'

const DAY = 86_400_000

/** A file as it came: each part is checked on its own. */
interface GivenFile {
  readonly parts: Readonly<Record<string, unknown>>
}

/** Everything that an account has set, with folders and labels by name. */
export async function writeFile(
  context: Context,
  accountId: number,
  allowed: readonly SettingsPart[],
): Promise<SettingsFile> {
  const account = await context.store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const parts: Partial<Record<SettingsPart, unknown>> = {}
  for (const part of allowed) parts[part] = await partOf(part).read(context, accountId)
  return {
    format: 'yanshu-settings',
    version: 1,
    exportedAt: context.now(),
    account: account.address,
    // Each reader answers what its own part is.
    parts: parts as SettingsFile['parts'],
  }
}

interface PlannedPart {
  readonly plan: SettingsPartPlan
  readonly steps: readonly Step[]
}

async function planPart<P extends SettingsPart>(
  context: Context,
  accountId: number,
  file: GivenFile,
  part: P,
): Promise<PlannedPart | null> {
  const value = partIn(file, part)
  if (value === undefined) return null
  if (value === null) return { plan: { part, added: 0, changed: 0, same: 0, left: [], broken: true }, steps: [] }
  const { steps, same, left } = await partOf(part).plan(context, accountId, value as Parts[P])
  const count = (does: Step['does']) => steps.filter((step) => step.does === does).length
  return { plan: { part, added: count('added'), changed: count('changed'), same, left, broken: false }, steps }
}

/** What a file would change. Nothing is written. */
export async function previewFile(
  context: Context,
  accountId: number,
  file: GivenFile,
  allowed: readonly SettingsPart[],
) {
  const plans: SettingsPartPlan[] = []
  for (const part of allowed) {
    const planned = await planPart(context, accountId, file, part)
    if (planned) plans.push(planned.plan)
  }
  return { parts: plans }
}

/** What an import has done, in its order: enough to take it back. */
const doneSteps = z.array(z.object({ part: settingsPart, done: z.unknown() }))
type Done = z.infer<typeof doneSteps>[number]

/**
 * Takes over the chosen parts: what has the same name is replaced, what is not there is added, nothing is deleted. When
 * one step fails, all that was done before is taken back and the failure is thrown.
 */
export async function applyFile(context: Context, accountId: number, file: GivenFile, chosen: readonly SettingsPart[]) {
  const plans: SettingsPartPlan[] = []
  const undo: Done[] = []
  try {
    for (const part of SETTINGS_PARTS.filter((one) => chosen.includes(one))) {
      const planned = await planPart(context, accountId, file, part)
      if (!planned) continue
      plans.push(planned.plan)
      for (const step of planned.steps) undo.push({ part, done: await step.run() })
    }
  } catch (error) {
    await takeBack(context, accountId, undo)
    throw error
  }
  const { id } = await context.store.db
    .insertInto('settings_import')
    .values({ account_id: accountId, at: context.now(), undo: JSON.stringify(undo) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { parts: plans, importId: Number(id) }
}

async function takeBack(context: Context, accountId: number, done: readonly Done[]): Promise<void> {
  for (const one of done.toReversed()) await partOf(one.part).undo(context, accountId, one.done)
}

/** The parts that an import changed; none for one that is not of the account or was taken back. */
export async function partsOfImport(context: Context, accountId: number, importId: number): Promise<SettingsPart[]> {
  const row = await context.store.db
    .selectFrom('settings_import')
    .select('undo')
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? doneSteps.parse(JSON.parse(row.undo)).map(({ part }) => part) : []
}

/** Takes an import back, once. Throws `NotFoundError` for one that is not theirs, or was taken back before. */
export async function undoImport(context: Context, accountId: number, importId: number): Promise<void> {
  const row = await context.store.db
    .deleteFrom('settings_import')
    .where('id', '=', importId)
    .where('account_id', '=', accountId)
    .where('at', '>', context.now() - LOG_DAYS * DAY)
    .returning('undo')
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  await takeBack(context, accountId, doneSteps.parse(JSON.parse(row.undo)))
}
