import { expect, test } from 'vitest'
import { isExpected } from './isExpected.ts'

test.each([
  ['您的验证码是 482913', ''],
  ['欢迎', '请点击链接激活您的账号。'],
  ['重置您的密码', ''],
  ['Your verification code', ''],
  ['Welcome', 'Please confirm your email address to go on.'],
  ['Hello', 'Your one-time password is 1234'],
])('a code or a confirmation is expected: %s %s', (subject, text) => {
  expect(isExpected({ subject, text })).toBe(true)
})

test.each([
  ['关于合作', '您好，我是华东公司的王芳，想确认一下报价。'],
  ['Our new offer', 'We offer security services and codes of conduct.'],
  ['验收', '代码已经验收，请查看。'],
  ['长文', `${'无'.repeat(3_000)}验证码`],
])('other mail is not: %s', (subject, text) => {
  expect(isExpected({ subject, text })).toBe(false)
})
