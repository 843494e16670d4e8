import { describe, expect, test } from 'vitest'
import { contactOf as contact } from '../testing/contactOf.ts'
import { allOf, keyOf, mergedFields, NO_CHOICE, noteOfAll, OF_ALL, photoOf, valuesOf } from './mergeModel.ts'

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
  test('given notes of both, then both can be kept, unless they are too long together', () => {
    const noted = [contact(1, { note: '喜欢喝茶' }), contact(2, { note: '周二不在' }), contact(3, { note: '喜欢喝茶' })]
    expect(mergedFields(noted, { ...NO_CHOICE, from: { note: OF_ALL } }).note).toBe('喜欢喝茶\n周二不在')
    expect(noteOfAll([contact(1, { note: '字'.repeat(1_500) }), contact(2, { note: '词'.repeat(1_500) })])).toBeNull()
  })

  test('given the same day of two calendars, then there is something to choose', () => {
    const born = [contact(1, { birthday: '1990-05-01' }), contact(2, { birthday: '1990-05-01', birthdayLunar: true })]
    expect(valuesOf(born, 'birthday')).toHaveLength(2)
    expect(mergedFields(born, { ...NO_CHOICE, from: { birthday: 2 } }).birthdayLunar).toBe(true)
  })

  test('given pictures, then the first is kept until another is chosen', () => {
    const seen = [contact(1, {}), contact(2, { photo: '/b' }), contact(3, { photo: '/c' })]
    expect(photoOf(seen, NO_CHOICE)).toBe(2)
    expect(photoOf(seen, { ...NO_CHOICE, photoOf: 3 })).toBe(3)
    expect(photoOf([contact(1, {})], NO_CHOICE)).toBeNull()
  })
})
