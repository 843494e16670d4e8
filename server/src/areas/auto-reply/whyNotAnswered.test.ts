import { expect, test } from 'vitest'
import { whyNotAnswered } from './whyNotAnswered.ts'

const OWN = 'li.na@yanshu.test'

const reasonOf = (
  fields: Readonly<Record<string, string>>,
  { from = 'a@out.example', to = OWN, automatic = false, discarded = false } = {},
) =>
  whyNotAnswered(
    { envelopeFrom: from, automatic, to: [{ name: '', address: to }], cc: [] },
    (name) => (fields[name] === undefined ? [] : [fields[name]]),
    { own: [OWN], discarded },
  )

test.each(['id', 'help', 'subscribe', 'unsubscribe', 'post', 'owner', 'archive'])(
  'a mail with List-%s is of a mailing list (RFC 2369, 2919)',
  (name) => expect(reasonOf({ [`list-${name}`]: '<l.example>' })).toBe('list'),
)

test.each([
  ['precedence', 'bulk', 'bulk'],
  ['precedence', ' List', 'bulk'],
  ['precedence', 'junk', 'bulk'],
  ['precedence', 'first-class', null],
  ['auto-submitted', 'auto-replied', 'automatic'],
  ['auto-submitted', 'auto-generated; owner-email="x@y"', 'automatic'],
  ['auto-submitted', 'auto-notified', 'automatic'],
  ['auto-submitted', 'no', null],
  ['auto-submitted', 'No; why', null],
  ['x-auto-response-suppress', 'DR, AutoReply', 'automatic'],
  ['x-auto-response-suppress', 'All', 'automatic'],
  ['x-auto-response-suppress', 'DR, RN', null],
  ['x-autoreply', 'yes', 'automatic'],
  ['x-autorespond', 'x', 'automatic'],
  ['x-auto-reply', 'x', 'automatic'],
] as const)('%s: %s says %s (RFC 3834 §2, §5)', (name, value, reason) =>
  expect(reasonOf({ [name]: value })).toBe(reason),
)

test.each([
  'MAILER-DAEMON@out.example',
  'postmaster@out.example',
  'noreply@out.example',
  'do-not-reply@out.example',
  'order-noreply@out.example',
  'no-reply-7f3a@out.example',
  'donotreply.orders@out.example',
  'no_reply@out.example',
  'owner-news@out.example',
  'news-request@out.example',
  'news-bounces@out.example',
  'bounce+na=yanshu.test@out.example',
])('%s is no person (RFC 3834 §2)', (from) => expect(reasonOf({}, { from })).toBe('robot'))

test('a mail without sender, of oneself, in spam, or addressed to somebody else is not answered; any other is', () => {
  expect(reasonOf({}, { from: '' })).toBe('no-sender')
  expect(reasonOf({}, { from: 'Li.Na+shop@yanshu.test' })).toBe('self')
  expect(reasonOf({}, { discarded: true })).toBe('spam')
  expect(reasonOf({}, { to: 'all@yanshu.test' })).toBe('not-addressed')
  expect(reasonOf({}, { automatic: true })).toBe('automatic')
  expect(reasonOf({}, { to: 'li.na+work@yanshu.test' })).toBeNull()
  expect(reasonOf({})).toBeNull()
  // A sender whose name begins as a robot's does is a person.
  expect(reasonOf({}, { from: 'rootsman@out.example' })).toBeNull()
})
