// @vitest-environment happy-dom
import { ATTACHMENTS_MAX, RECIPIENTS_MAX, SUBJECT_MAX } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import type { CheckedLetter } from '../send/sendCheck.ts'
import { testBeginning } from '../write/testBeginning.ts'
import type { WrittenLetter } from '../write/writtenLetter.ts'
import { promisesAttachment } from './forgottenAttachment.ts'
import { openFields } from './letterFields.ts'
import { judgeNewFiles } from './newFiles.ts'
import { mailProblems } from './refusals.ts'

const NOBODY = { to: [], cc: [], bcc: [] }
const someone = { name: '', address: 'a@x.cn' }
/** The names of what refuses a letter that is fine but for these changes. */
const problemsOf = (
  letter: Partial<WrittenLetter>,
  attachments: CheckedLetter['attachments'] = [{ name: 'a.txt', size: 10, state: 'done' }],
  text = '',
) =>
  mailProblems({
    letter: testBeginning({ letter: { recipients: { ...NOBODY, bcc: [someone] }, subject: '周报', ...letter } }).letter,
    attachments,
    maxMessageSize: 100,
    html: () => text,
    text: () => text,
  })

describe('a mail about to be sent', () => {
  it('is fine with a subject and one recipient in any field', () => {
    expect(problemsOf({})).toEqual([])
  })

  it('names everything that is missing, in the order of the screen', () => {
    expect(problemsOf({ recipients: NOBODY, subject: ' ' })).toEqual(['recipient-required', 'subject-required'])
  })

  it('counts the subject in characters, not in UTF-16 units', () => {
    expect(problemsOf({ subject: '𠮷'.repeat(SUBJECT_MAX) })).toEqual([])
    expect(problemsOf({ subject: '字'.repeat(SUBJECT_MAX + 1) })).toEqual(['subject-too-long'])
  })

  it('does not go without a file that failed; one that is on its way is waited for', () => {
    expect(problemsOf({}, [{ name: 'a.txt', size: 1, state: 'sending' }])).toEqual([])
    expect(problemsOf({}, [{ name: 'a.txt', size: 1, state: 'failed' }])).toEqual(['upload-failed'])
  })

  it('does not go at a time that is over', () => {
    expect(problemsOf({ options: { 'mail.sendAt': Date.now() - 1 } })).toEqual(['send-time-over'])
    expect(problemsOf({ options: { 'mail.sendAt': Date.now() + 60_000 } })).toEqual([])
  })

  it('keeps to the limits', () => {
    const many = Array.from({ length: RECIPIENTS_MAX + 1 }, (_, i) => ({ name: '', address: `a${i}@x.cn` }))
    expect(problemsOf({ recipients: { ...NOBODY, to: many } })).toEqual(['too-many-recipients'])
    expect(problemsOf({}, [{ name: 'a.txt', size: 101, state: 'done' }])).toEqual(['too-large'])
    const files = Array.from({ length: ATTACHMENTS_MAX + 1 }, () => ({
      name: 'a.txt',
      size: 1,
      state: 'done' as const,
    }))
    expect(problemsOf({}, files)).toEqual(['too-many-attachments'])
  })
})

describe('fields of a template', () => {
  it('that name the recipient keep a mail from being sent, others are asked about', () => {
    const openIn = (text: string) => problemsOf({}, [], text)
    expect(openIn('<p>{{ 收件人 }}，您好</p>')).toEqual(['recipient-field'])
    expect(openIn('Dear {{recipient}},')).toEqual(['recipient-field'])
    expect(openIn('{{客户}}：')).toEqual([])
  })

  it('are found as they stand, each once, and nothing else is one', () => {
    expect(openFields('{{客户}} {{, duties}} {{客户}}')).toEqual(['{{客户}}', '{{, duties}}'])
    expect(openFields('{ a } {{}} {{ 1 + 2 }} }}{{ <p>x</p>')).toEqual([])
  })
})

describe('files that are added', () => {
  const limits = { controlFileTypes: ['.DWG', 'exe'], maxMessageSize: 1_000 }
  const judged = (files: { name: string; size: number }[], there: { name: string; size: number }[] = []) =>
    judgeNewFiles(files, there, limits).refused.map(({ file, problem }) => `${file.name} ${problem}`)

  it('are refused when empty or of a type that the organisation blocks', () => {
    expect(judged([{ name: 'a.txt', size: 0 }])).toEqual(['a.txt empty'])
    expect(judged([{ name: 'setup.EXE', size: 1 }])).toEqual(['setup.EXE blocked-type'])
    expect(judged([{ name: '图纸.dwg', size: 1 }])).toEqual(['图纸.dwg blocked-type'])
  })

  it('have names of their own, also among themselves', () => {
    expect(judged([{ name: 'A.txt', size: 1 }], [{ name: 'a.txt', size: 1 }])).toEqual(['A.txt duplicate'])
    expect(
      judged([
        { name: 'b.txt', size: 1 },
        { name: 'b.txt', size: 2 },
      ]),
    ).toEqual(['b.txt duplicate'])
  })

  it('stop at the number and at the size of the whole mail', () => {
    const there = Array.from({ length: ATTACHMENTS_MAX - 1 }, (_, i) => ({ name: `${i}.txt`, size: 1 }))
    expect(
      judged(
        [
          { name: 'x.txt', size: 1 },
          { name: 'y.txt', size: 1 },
        ],
        there,
      ),
    ).toEqual(['y.txt too-many'])
    expect(
      judged([
        { name: 'x.txt', size: 600 },
        { name: 'y.txt', size: 600 },
      ]),
    ).toEqual(['y.txt over-total'])
  })
})

it('notices words that promise an attachment, and those that deny it', () => {
  expect(promisesAttachment('周报', '请查收附件。')).toBe(true)
  expect(promisesAttachment('', 'Please find attached the report')).toBe(true)
  expect(promisesAttachment('附件：合同', '')).toBe(true)
  expect(promisesAttachment('周报', '本邮件没有附件')).toBe(false)
  expect(promisesAttachment('Re: attached plan', 'Thanks')).toBe(false)
  expect(promisesAttachment('', 'no attachments this time')).toBe(false)
  expect(promisesAttachment('附近的餐厅', '在附近')).toBe(false)
})
