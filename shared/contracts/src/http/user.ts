import { z } from 'zod'
import { get } from './define.ts'

export const userInfo = z.object({
  uuid: z.string(),
  /** The login name, which is the mail address. */
  account: z.string(),
  emailAddr: z.string(),
  userName: z.string(),
  /** Picture address, '' when there is none. */
  avatar: z.string(),
  companyName: z.string(),
  deptId: z.number().int(),
  /** Path of the department from the top, joined by ` / `. */
  deptName: z.string(),
  /** Comma list, '' when there is none. */
  partTimeDeptName: z.string(),
  phone: z.string(),
  duties: z.string(),
  /** 0 male, 1 female, 2 not given. */
  gender: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** 1 for administrators. */
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  /** 1 person, 2 public mailbox. */
  accountType: z.union([z.literal(1), z.literal(2)]),
  /** Accounts that the person may switch to: type (`1`: also theirs, or other) to a comma list of addresses. */
  associatedAccount: z.record(z.string(), z.string()),
  /** The person's own account, where they have switched to this one; null in their own. */
  ownAccount: z.object({ account: z.string(), userName: z.string() }).nullable(),
  /** 0 none, 1 must change now, 2 should change soon. */
  isChangePassword: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})
export type UserInfo = z.infer<typeof userInfo>

/** Sizes in bytes; `setSize` 0 means no limit. */
export const quota = z.object({
  maxMap: z.object({ setSize: z.number().int() }),
  curMap: z.object({ curSize: z.number().int() }),
})
export type Quota = z.infer<typeof quota>

export const userCalls = [
  get('user/info', { title: 'Who is logged in', whilePasswordDue: true, data: userInfo }),
  /**
   * What seals on a device what was written there and is not on the server yet. The browser forgets it with the session,
   * so that only a new login of the same person opens what was left.
   */
  get('user/journalKey', {
    title: "The key that seals a person's unsaved work on their devices",
    data: z.object({
      /** 32 bytes in base64. */
      key: z.string(),
    }),
  }),
  get('mail/main/quota/useInfo', { title: 'How much storage the mailbox has and uses', data: quota }),
] as const
