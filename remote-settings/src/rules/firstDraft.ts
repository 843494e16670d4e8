import { perLogin } from '@yanshu/shell-api'
import { conditionOf, EMPTY_FORM, type RuleForm } from './ruleDraft.ts'

/** A rule that another place of the product has begun, until the page takes it. */
const waiting = perLogin(() => ({ form: null as RuleForm | null }))

/** Begins a rule from a mail: the page opens with its sender as the condition. */
export function beginRule({ sender, subject }: { readonly sender: string; readonly subject: string }): void {
  const condition = { ...conditionOf('sender'), value: sender }
  waiting().form = { ...EMPTY_FORM, name: (subject || sender).slice(0, 20), conditions: [condition] }
}

/** Begins a rule that puts a label on mails. */
export function beginLabelRule({ labelId, labelName }: { readonly labelId: number; readonly labelName: string }): void {
  waiting().form = { ...EMPTY_FORM, name: labelName.slice(0, 20), moves: false, labelIds: [labelId] }
}

export function takeFirstDraft(): RuleForm | null {
  const mine = waiting()
  const { form } = mine
  mine.form = null
  return form
}
