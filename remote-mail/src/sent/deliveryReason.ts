/** What a failed delivery comes from, in words that people act on. */
export type DeliveryReason =
  | 'mailbox'
  | 'disabled'
  | 'full'
  | 'large'
  | 'network'
  | 'route'
  | 'content'
  | 'security'
  | 'protocol'
  | 'busy'

const ENHANCED = /\b[245]\.(\d{1,3})\.(\d{1,3})\b/
/** At the beginning of an answer of SMTP (RFC 5321 §4.2). */
const BASIC = /^\s*([45]\d\d)\b/

/** Details that differ from their subject (RFC 3463 §3). */
const OF_DETAIL: Readonly<Record<string, DeliveryReason>> = {
  '1.2': 'route',
  '1.7': 'security',
  '1.8': 'security',
  '2.1': 'disabled',
  '2.2': 'full',
  '2.3': 'large',
  '3.1': 'full',
  '3.4': 'large',
  '4.3': 'route',
  '4.4': 'route',
  '4.6': 'route',
}

const OF_SUBJECT: Readonly<Record<string, DeliveryReason>> = {
  '1': 'mailbox',
  '2': 'mailbox',
  '3': 'busy',
  '4': 'network',
  '5': 'protocol',
  '6': 'content',
  '7': 'security',
}

const OF_BASIC: Readonly<Record<string, DeliveryReason>> = {
  '421': 'busy',
  '450': 'busy',
  '451': 'busy',
  '452': 'full',
  '550': 'mailbox',
  '551': 'mailbox',
  '552': 'large',
  '553': 'mailbox',
}

/**
 * What a failure comes from, by the enhanced status of the server that refused it (RFC 3463), or the one in its words; null
 * where neither has a status of these lists.
 */
export function deliveryReason(status: string, reason: string): DeliveryReason | null {
  const [, subject = '', detail = ''] = ENHANCED.exec(status) ?? ENHANCED.exec(reason) ?? []
  const byStatus = OF_DETAIL[`${subject}.${detail}`] ?? OF_SUBJECT[subject]
  return byStatus ?? OF_BASIC[BASIC.exec(reason)?.[1] ?? ''] ?? null
}
