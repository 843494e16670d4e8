import { OFFLINE_DAYS } from '@yanshu/contracts'
import type { LoginScope } from '../login/loginScope.ts'
import { deviceNote } from '../storage/deviceNote.ts'

/** How a person has chosen that mails are kept on this device. */
export interface OfflineWishes {
  /** Whether mails are kept at all. */
  readonly keep: boolean
  /** Whether all mails of the last days are kept, and not only the beginnings of folders. */
  readonly days: boolean
  /** Whether a locked screen leaves them where they are. */
  readonly throughLock: boolean
}

const KEPT_SECONDS = 400 * 86_400
const noteOf = (login: LoginScope) => deviceNote(`offline.${(login.userMail ?? '').toLowerCase()}`)

/** The wishes of an account on this device; they outlast a sign-out, and name no mail. */
export function offlineWishes(login: LoginScope): OfflineWishes {
  const letters = noteOf(login).get()
  return { keep: !letters.includes('n'), days: letters.includes('d'), throughLock: letters.includes('l') }
}

/** Remembers the wishes. */
export function setOfflineWishes(login: LoginScope, { keep, days, throughLock }: OfflineWishes): void {
  noteOf(login).set(`${keep ? 'y' : 'n'}${days ? 'd' : ''}${throughLock ? 'l' : ''}`, KEPT_SECONDS)
}

export const daysOf = ({ days }: OfflineWishes): number => (days ? OFFLINE_DAYS : 0)
