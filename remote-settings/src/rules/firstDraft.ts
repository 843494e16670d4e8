import { perLogin } from '@yanshu/shell-api'

/** The mail for which a rule is wanted. */
export interface BegunRule {
  readonly sender: string
  readonly subject: string
}

const waiting = perLogin(() => ({ mail: null as BegunRule | null }))

/** Begins a rule from a mail: the page opens with its sender as the condition. */
export function beginRule(mail: BegunRule): void {
  waiting().mail = mail
}

/** The mail for which a rule was begun elsewhere; the page takes it once. */
export function takeBegun(): BegunRule | null {
  const mine = waiting()
  const { mail } = mine
  mine.mail = null
  return mail
}
