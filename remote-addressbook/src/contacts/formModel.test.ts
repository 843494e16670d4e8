import type { Contact } from '@yanshu/contracts'
import { describe, expect, it } from 'vitest'
import { contactOf, draftOf, limitOf, problemsOf, rebased, withEmptyLine } from './formModel.ts'

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

  it('says of what is too long how long it is, and how long it may be', () => {
    const long = '长'.repeat(101)
    const draft = {
      ...draftOf(contact),
      name: ` ${long} `,
      note: '长'.repeat(2_001),
      phones: [{ kind: 'work' as const, value: '1'.repeat(41) }],
      addresses: [{ kind: 'work' as const, value: '𠮷'.repeat(501) }],
    }
    const problems = problemsOf(draft)
    expect(problems).toEqual({
      name: 'too-long',
      note: 'too-long',
      'phones.0': 'too-long',
      'addresses.0': 'too-long',
    })
    expect(Object.keys(problems).map((field) => limitOf(draft, field))).toEqual([
      { max: 100, now: 101 },
      { max: 2_000, now: 2_001 },
      { max: 40, now: 41 },
      { max: 500, now: 501 },
    ])
    const many = {
      ...draft,
      emails: Array.from({ length: 12 }, (_, at) => ({ kind: 'work' as const, value: `a${at}@b.cn` })),
    }
    expect(problemsOf(many).emails).toBe('too-many')
    expect(limitOf(many, 'emails')).toEqual({ max: 10, now: 12 })
  })

  it('knows a birthday that is half written or does not exist', () => {
    const draft = draftOf(null)
    expect(problemsOf({ ...draft, name: '人', year: '1990' })).toEqual({ birthday: 'no-date' })
    expect(problemsOf({ ...draft, name: '人', month: 2, day: 30 })).toEqual({ birthday: 'no-date' })
    expect(problemsOf({ ...draft, name: '人', month: 2, day: 30, birthdayLunar: true })).toEqual({})
    expect(problemsOf({ ...draft, name: '人', year: '90', month: 2, day: 3 })).toEqual({ birthday: 'no-date' })
  })
  it('loses nothing when two windows have changed it', () => {
    const base = draftOf({ ...contact, note: '旧', duties: '经理', groupIds: [4, 5] })
    const mine = {
      ...base,
      note: '我写的',
      day: 2,
      emails: [...base.emails.slice(0, 1), { kind: 'work' as const, value: 'mine@b.cn' }],
      groupIds: [4, 6],
    }
    const newest = {
      ...base,
      note: '他写的',
      duties: '总监',
      emails: [...base.emails.slice(0, 1), { kind: 'home' as const, value: 'theirs@b.cn' }],
      groupIds: [5, 7],
    }
    const draft = rebased(base, mine, newest)
    expect(draft).toMatchObject({ note: '我写的', duties: '总监', day: 2, month: base.month })
    expect(draft.emails.map(({ value }) => value)).toEqual(['a@b.cn', 'theirs@b.cn', 'mine@b.cn', ''])
    expect(draft.groupIds).toEqual([7, 6])
  })

  it('takes another kind of an address that was changed here, and drops what was removed here', () => {
    const base = draftOf({ ...contact, phones: [{ kind: 'work', value: '1' }] })
    const mine = { ...base, emails: [{ kind: 'work' as const, value: 'a@b.cn' }], phones: [] }
    const draft = rebased(base, mine, { ...base, name: '新名' })
    expect(draft.name).toBe('新名')
    expect(draft.emails[0]).toEqual({ kind: 'work', value: 'a@b.cn' })
    expect(contactOf(draft).phones).toEqual([])
  })
})
