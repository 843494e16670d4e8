import type { Contact } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { contactOf, draftOf, problemsOf, withEmptyLine } from './formModel.ts'

const contact: Contact = {
  contactId: 1,
  revision: 3,
  name: '单田芳',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '--12-17',
  birthdayLunar: true,
  emails: [{ kind: 'home', value: 'a@b.cn' }],
  phones: [],
  addresses: [],
  starred: true,
  groupIds: [4],
  photo: '',
}

describe('the form of a contact', () => {
  it('gives back what it was made of', () => {
    const { contactId, revision, starred, photo, ...rest } = contact
    expect(contactOf(draftOf(contact))).toEqual(rest)
  })

  it('has an empty line for one more, and no second one', () => {
    const draft = draftOf(contact)
    expect(draft.emails.map(({ value }) => value)).toEqual(['a@b.cn', ''])
    expect(withEmptyLine('emails', draft.emails)).toBe(draft.emails)
    const full = Array.from({ length: 10 }, (_, at) => ({ kind: 'work' as const, value: `a${at}@b.cn` }))
    expect(withEmptyLine('emails', full)).toBe(full)
  })

  it('begins in the group that is looked at', () => {
    expect(draftOf(null, 7).groupIds).toEqual([7])
  })

  it('names the line that is wrong as it stands on the screen', () => {
    const emails = [
      { kind: 'work' as const, value: '' },
      { kind: 'work' as const, value: 'wrong' },
    ]
    expect(problemsOf({ ...draftOf(contact), emails })).toEqual({ 'emails.1': 'no-address' })
  })

  it('knows a birthday that is half written or does not exist', () => {
    const draft = draftOf(null)
    expect(problemsOf({ ...draft, name: '人', year: '1990' })).toEqual({ birthday: 'no-date' })
    expect(problemsOf({ ...draft, name: '人', month: 2, day: 30 })).toEqual({ birthday: 'no-date' })
    expect(problemsOf({ ...draft, name: '人', month: 2, day: 30, birthdayLunar: true })).toEqual({})
    expect(problemsOf({ ...draft, name: '人', year: '90', month: 2, day: 3 })).toEqual({ birthday: 'no-date' })
  })
})
