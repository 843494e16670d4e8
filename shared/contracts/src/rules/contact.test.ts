import { describe, expect, it, test } from 'vitest'
import { type ContactWords, contactProblems, isBirthday } from './contact.ts'

const somebody: ContactWords = {
  name: '单田芳',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '',
  emails: [],
  phones: [],
  addresses: [],
}
const emails = (...values: string[]) => values.map((value) => ({ kind: 'work' as const, value }))

describe('what may be kept of a person', () => {
  it('takes somebody with a name alone, or with an address alone', () => {
    expect(contactProblems(somebody)).toEqual({})
    expect(contactProblems({ ...somebody, name: ' ', emails: emails('a@b.cn') })).toEqual({})
    expect(contactProblems({ ...somebody, name: ' ' })).toEqual({ name: 'required' })
  })

  it('names the field that is wrong, and which of several', () => {
    expect(contactProblems({ ...somebody, emails: emails('a@b.cn', 'wrong', '') })).toEqual({
      'emails.1': 'no-address',
    })
    expect(contactProblems({ ...somebody, nickname: '长'.repeat(101) })).toEqual({ nickname: 'too-long' })
    expect(contactProblems({ ...somebody, emails: emails(...Array(11).fill('a@b.cn')) })).toEqual({
      emails: 'too-many',
    })
  })

  test.each([
    ['13800001234', true],
    ['+86 (10) 6555-1234 转 802', true],
    ['010-65551234 ext 12', true],
    ['一三八', false],
    ['javascript:alert(1)', false],
    ['-', false],
  ])('phone %s: %s', (value, good) => {
    const problems = contactProblems({ ...somebody, phones: [{ kind: 'mobile', value }] })
    expect(problems).toEqual(good ? {} : { 'phones.0': 'no-phone' })
  })

  test('a phone that is too long is said to be that, and not to be none', () => {
    const problems = contactProblems({ ...somebody, phones: [{ kind: 'mobile', value: '1'.repeat(41) }] })
    expect(problems).toEqual({ 'phones.0': 'too-long' })
  })

  test.each([
    ['1990-02-28', false, true],
    ['1990-02-29', false, false],
    ['--02-29', false, true],
    ['--02-30', true, true],
    ['1990-13-01', false, false],
    ['1990-2-1', false, false],
    ['--12-31', true, false],
    ['2月3日', false, false],
  ])('birthday %s, lunar %s: %s', (text, lunar, good) => {
    expect(isBirthday(text, lunar)).toBe(good)
  })
})
