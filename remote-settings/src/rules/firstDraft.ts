import { perLogin } from '@yanshu/shell-api'

/** What a rule is wanted for: mails like this one, or a label that it sets. */
export type BegunRule =
  | { readonly sender: string; readonly subject: string }
  | { readonly labelId: number; readonly labelName: string }

const waiting = perLogin(() => ({ rule: null as BegunRule | null }))

/** Begins a rule elsewhere: the page of the rules opens with it. */
export function beginRule(rule: BegunRule): void {
  waiting().rule = rule
}

/** The rule that was begun elsewhere; the page reads it once. */
export function takeBegun(): BegunRule | null {
  const mine = waiting()
  const { rule } = mine
  mine.rule = null
  return rule
}
