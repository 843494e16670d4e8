import type { SenderCheck as Check, MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'
import { Icon } from '@yanshu/ui'
import css from './senderCheck.module.css'

export const zh = {
  confirmed: '{{domain}} 的发件人已通过验证（DMARC 或 DKIM）',
  failed: '没有通过 {{domain}} 的发件人验证（DMARC），可能是冒充的邮件',
  unconfirmed: '没有得到 {{domain}} 对发件人的证明',
} as const satisfies MessageTree

export const en = {
  confirmed: 'The sender is confirmed by {{domain}} (DMARC or DKIM)',
  failed: 'The check of the sender by {{domain}} (DMARC) failed: the mail may be forged',
  unconfirmed: 'Nothing of {{domain}} confirms the sender',
} as const satisfies MessageTree

const NS = 'remote-mail-sender'
addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** What a trusted server in front has found of the sender of a mail, in words. */
export function SenderCheck({ check, address }: { check: Check; address: string }) {
  const say = useT(NS)
  return (
    <p className={css.check} data-check={check}>
      <Icon name={check === 'confirmed' ? 'shield' : 'warning'} size={14} />
      {say(check, { domain: address.slice(address.lastIndexOf('@') + 1) })}
    </p>
  )
}
