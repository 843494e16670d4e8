import { containsEmoji } from '@yanshu/contracts'
import { BadRequestError } from '../../platform/http/errors.ts'
import type { Context } from '../context/context.ts'
import { switchesOf } from './switches.ts'

/** Throws `BadRequestError` for a name with an emoji, unless they are turned on for the account (§5, `emojiEnable`). */
export async function refuseEmoji(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  field: string,
  text: string | undefined,
): Promise<void> {
  if (text === undefined || !containsEmoji(text)) return
  if (!(await switchesOf(store.db, accountId)).emojiEnable) throw new BadRequestError([field])
}
