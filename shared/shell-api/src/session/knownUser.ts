import { local } from '../storage/browserStorage.ts'
import { sessionStore } from './state.ts'

const KEY = 'yanshu.department'

/** What must be known of a user before versions of remotes can be chosen. */
export interface KnownUser {
  readonly userMail: string
  /** Path of the department from the top, joined by ` / `; '' for none. */
  readonly deptName: string
  /** '' where an earlier version has kept no name. */
  readonly userName: string
}

/**
 * Who is logged in: as the server has answered on this page, else, after a reload, as it answered before. Null when no user is
 * logged in, or when the server has not answered yet. What the server has answered is kept beside the tokens, together with the
 * account that it belongs to, so that it never counts for another one.
 */
export function knownUser(): KnownUser | null {
  const state = sessionStore.get()
  if (state.status !== 'open') return null
  if (state.user) {
    const { emailAddr: userMail, deptName, userName } = state.user
    local.set(KEY, `${userMail}\n${deptName}\n${userName}`)
    return { userMail, deptName, userName }
  }
  const [userMail, deptName, userName = ''] = (local.get(KEY) ?? '').split('\n')
  return deptName !== undefined && userMail === state.userMail ? { userMail, deptName, userName } : null
}
