import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'

/** Hours that a person is ahead of UTC, as they have set it. */
export const zoneOf = async (context: Context, accountId: number): Promise<number> =>
  (await readSettings(context, accountId)).timeZone
