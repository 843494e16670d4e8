import type { MailListItem, Subscription } from '@yanshu/contracts'
import { linkPageUrl } from '@yanshu/mail-html'
import { http, intents, loginScope } from '@yanshu/shell-api'
import { confirm, notify } from '@yanshu/ui'
import { parseMailto } from '../reading/parseMailto.ts'
import { nameOf } from './sweep.ts'
import { saySubscription as say } from './words.ts'

/** Unsubscribes by what the newest mail offers. True when the list has been asked; a failure has been shown by `http`. */
export async function leave(sender: Pick<Subscription, 'mailId' | 'name' | 'address'>): Promise<boolean> {
  const { signal } = loginScope()
  const answer = await http.post('mail/email/subscription/leave', { mailId: sender.mailId })
  if (signal.aborted) return false
  if (answer.way === 'done') {
    notify.success(say('left', { name: nameOf(sender) }))
    return true
  }
  if (answer.way === 'mail') {
    const { to, subject } = parseMailto(answer.mailto)
    await intents.send('compose.open', { kind: 'new', to, mailto: answer.mailto, ...(subject ? { subject } : {}) })
    notify.info(say('byMail'))
  } else if (answer.way === 'page') {
    const { url } = answer
    // By a press of its own, or the browser may stop it; through the page that warns before an address outside is opened.
    const onClick = () => void window.open(linkPageUrl(url), '_blank', 'noopener')
    notify.info(say('byPage'), { duration: PAGE_OFFERED_MS, action: { label: say('openPage'), onClick } })
  } else notify.warning(say('noWay', { name: nameOf(sender) }))
  return false
}

/** Unsubscribes from the list of the mail that is read, after a question. A failure has been shown by `http`. */
export async function leaveFromMail({ mailId, from }: Pick<MailListItem, 'mailId' | 'from'>): Promise<void> {
  const sender = { mailId, ...from }
  const isSure = await confirm({
    title: say('leaveAsk', { name: nameOf(sender) }),
    yes: say('leave'),
    no: say('cancel'),
  })
  if (isSure) await leave(sender).catch(() => undefined)
}

/** How long the page of a list is offered. */
const PAGE_OFFERED_MS = 30_000

/** Blocks the sender after a question. */
export async function block({ address }: Subscription): Promise<void> {
  const isSure = await confirm({
    title: say('blockAsk', { address }),
    text: say('blockText'),
    yes: say('block'),
    danger: true,
  })
  if (!isSure) return
  await http.post('mail/mailClassify/senders/save', { kind: 'blocked', patterns: [address] })
  notify.success(say('blocked', { address }))
}
