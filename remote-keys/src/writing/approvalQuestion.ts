import {
  type ApprovalForecast,
  type LetterContent,
  type LetterVerdict,
  optionOf,
  withoutPictureKeys,
} from '@yanshu/contracts'
import { format, http, type LoginScope, settings } from '@yanshu/shell-api'
import type { Say } from '../useWords.ts'

export interface ApprovalQuestioning {
  readonly say: Say
  readonly login: LoginScope
  readonly signal: AbortSignal
}

/**
 * What is asked before a letter leaves that is encrypted without being chosen for it, where a rule holds it only because its
 * content cannot be checked. The approval check has judged the letter as it is written, which is not encrypted; null where it
 * needs no approval, or needs it either way. A call that fails asks nothing: the letter waits for approval all the same.
 */
export async function approvalQuestion(
  content: LetterContent,
  { say, login, signal }: ApprovalQuestioning,
): Promise<LetterVerdict | null> {
  if (!settings.current().mailApproval) return null
  const { to, cc, bcc, subject, html, fileIds, options } = content
  const addresses = [...to, ...cc, ...bcc].map(({ address }) => address)
  const readable = { to: addresses, subject, html: withoutPictureKeys(html), fileIds: [...fileIds] }
  const written = { ...readable, sendAt: optionOf(options, 'mail.sendAt') }
  const heldIf = async (encrypted: boolean): Promise<ApprovalForecast['held']> => {
    const body = { ...written, secrecy: 'free' as const, encrypted }
    return (await http.post('mail/main/approval/preview', body, { silent: true, login, signal })).held
  }
  try {
    const held = await heldIf(true)
    if (!held || (await heldIf(false))) return null
    if (held.deciders.length === 0) return { refuse: say('write.approval.nobody') }
    const text = say('write.approval.text', { names: format().people(held.deciders) })
    return {
      ask: { title: say('write.approval.title'), text, yes: say('write.approval.yes'), no: say('write.approval.no') },
    }
  } catch {
    return null
  }
}
