import type { Switched } from '@yanshu/contracts'
import { clearStorageBut, local } from '../storage/browserStorage.ts'
import { SWITCHED_TO } from './session.ts'
import { writeTokens } from './tokens.ts'

/**
 * Replaces this session by that of another account (§4, Account switching): local and session storage are
 * emptied, but for the journal of drafts, which is not kept there. The page has to load anew at once. From the first line
 * on no window of this browser sends a call for the former account.
 */
export function takeSession({ userMail, user, ...tokens }: Switched): void {
  local.set(SWITCHED_TO, user.userName || userMail)
  local.set('userMail', userMail)
  clearStorageBut([SWITCHED_TO, 'userMail', 'accessToken', 'refreshToken', 'yanshu.account'])
  writeTokens(tokens)
}
