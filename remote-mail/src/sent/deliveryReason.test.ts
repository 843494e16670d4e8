import { expect, test } from 'vitest'
import { deliveryReason } from './deliveryReason.ts'

test.each([
  ['5.1.1', '', 'mailbox'],
  ['', '550 5.1.1 <a@b.cn>: Recipient address rejected: User unknown', 'mailbox'],
  ['', '550 5.2.1 The email account that you tried to reach is disabled', 'disabled'],
  ['', '552-5.2.2 The email account that you tried to reach is over quota', 'full'],
  ['', '452 4.2.2 mailbox full', 'full'],
  ['', '552 5.3.4 Message size exceeds fixed limit', 'large'],
  ['', '550 5.7.26 This mail has been blocked because the sender is unauthenticated', 'security'],
  ['', '550 5.7.1 Message rejected due to SPF', 'security'],
  ['5.4.4', '', 'route'],
  ['', '451 4.4.1 connection timed out', 'network'],
  ['', '554 5.6.0 Invalid header', 'content'],
  ['', '550 Mailbox not found', 'mailbox'],
  ['', '421 Service not available', 'busy'],
  ['', '554 Transaction failed', null],
  ['', 'connect ECONNREFUSED 10.0.0.1:25', null],
  ['', '', null],
] as const)('status “%s”, words “%s”: %s', (status, reason, expected) => {
  expect(deliveryReason(status, reason)).toBe(expected)
})
