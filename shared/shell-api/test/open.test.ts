// @vitest-environment happy-dom
import type { MailPort } from '@yanshu/contracts'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../src/open/open.ts'
import { endSession, enterSession } from '../src/session/state.ts'

const port: MailPort = { text: () => '', mark() {}, scrollTo() {}, clear() {} }
const mail = (mailId: number) => ({
  mailId,
  mailboxId: 1,
  subject: `mail ${mailId}`,
  from: { name: '', address: 'a@b.test' },
  port,
})
const seen = () => open.current().mail?.mailId ?? null

beforeEach(() => {
  endSession()
  enterSession(null, 'li.na@yanshu.test')
})

test('given two mails side by side, then the one that had the focus last is the open one', () => {
  const left = open.offerMail()
  const right = open.offerMail()
  left.show(mail(1), true)
  right.show(mail(2), true)
  expect(seen()).toBe(2)
  left.show(mail(1), true)
  expect(seen()).toBe(1)
})

test('given a view that shows another mail without being looked at, then the open one stays', () => {
  const left = open.offerMail()
  const right = open.offerMail()
  left.show(mail(1), true)
  right.show(mail(2), true)
  left.show(mail(3))
  expect(seen()).toBe(2)
})

test('given the open view goes, then the one before is open, and then nothing', () => {
  const left = open.offerMail()
  const right = open.offerMail()
  left.show(mail(1), true)
  right.show(mail(2), true)
  right.end()
  expect(seen()).toBe(1)
  left.end()
  left.end()
  expect(seen()).toBeNull()
})

test('given another login, then nothing of the former one is open, whatever its views still say', () => {
  const former = open.offerMail()
  former.show(mail(1), true)
  endSession()
  enterSession(null, 'zhang.wei@yanshu.test')
  expect(seen()).toBeNull()
  former.show(mail(2), true)
  expect(seen()).toBeNull()
})
