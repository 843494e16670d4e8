import type { Contact } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { allOf, keyOf, mergedFields, NO_CHOICE, valuesOf } from './mergeModel.ts'

const contact = (contactId: number, part: Partial<Contact>): Contact => ({
  contactId,
  revision: 1,
  photo: '',
  name: '',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '',
  birthdayLunar: false,
  emails: [],
  phones: [],
  addresses: [],
  starred: false,
  groupIds: [],
  ...part,
})

describe('making one contact of several', () => {
  const two = [
    contact(1, { name: '张伟', emails: [{ kind: 'other', value: 'ZW@a.example' }], birthday: '1990-05-01' }),
    contact(2, {
      name: '张 伟',
      duties: '总监',
      emails: [
        { kind: 'work', value: 'zw@a.example' },
        { kind: 'home', value: 'zw@b.example' },
      ],
      birthday: '1990-04-07',
      birthdayLunar: true,
      starred: true,
    }),
  ]

  test('given no choice, then the first one counts, and what it does not say comes from the next', () => {
    expect(mergedFields(two, NO_CHOICE)).toMatchObject({
      name: '张伟',
      duties: '总监',
      birthday: '1990-05-01',
      birthdayLunar: false,
      starred: true,
      emails: [
        { kind: 'work', value: 'zw@a.example' },
        { kind: 'home', value: 'zw@b.example' },
      ],
    })
  })

  test('given choices, then each field is of whom was chosen, a birthday with its calendar', () => {
    const home = allOf(two, 'emails')[1]
    if (!home) throw new Error('there is a second address')
    const choice = { from: { name: 2, birthday: 2 }, without: new Set([keyOf('emails', home)]) }
    expect(mergedFields(two, choice)).toMatchObject({
      name: '张 伟',
      birthday: '1990-04-07',
      birthdayLunar: true,
      emails: [{ value: 'zw@a.example' }],
    })
    expect(valuesOf(two, 'duties')).toEqual([{ value: '总监', contactId: 2 }])
  })
})
