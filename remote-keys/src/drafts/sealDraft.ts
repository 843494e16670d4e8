import type { IntentInput, IntentOutput } from '@yanshu/contracts'
import { ApiError, isAbort, loginScope, settings } from '@yanshu/shell-api'
import { fetchWriting } from '../writing/fetchWriting.ts'
import { answersEncrypted, chosenWish, usualWish } from '../writing/wish.ts'

/**
 * Seals the text of a draft that is to be encrypted; its writer needs no PIN for that. What encrypts is fetched for such a draft
 * alone. Answers as the intent says.
 */
export async function sealDraft({ content }: IntentInput<'draft.seal'>): Promise<IntentOutput<'draft.seal'>> {
  const login = loginScope()
  const usual = settings.current().general.letterProtection
  const wish = chosenWish(content.options) ?? usualWish(usual, await answersEncrypted(content, login))
  if (wish.encrypt === 'no') return null
  const { refusalOf, sealContent } = await fetchWriting()
  try {
    return await sealContent(content, wish, login)
  } catch (error) {
    // These are of the network: the draft stays on the device, and is saved later.
    if (error instanceof ApiError || isAbort(error) || (error instanceof Error && error.name === 'PartError'))
      throw error
    return refusalOf(error)
  }
}
