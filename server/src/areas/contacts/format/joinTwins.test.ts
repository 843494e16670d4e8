import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readContacts } from './contactTask.ts'

const cardOf = (lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const read = (...cards: (readonly string[])[]) => readContacts({ bytes: Buffer.from(cards.map(cardOf).join('')) })

describe('people who stand in a file twice', () => {
  test('given rows that agree, then they are one with what both have, and the report names the second', () => {
    const { people, problems } = read(
      ['FN:张伟', 'EMAIL:zw@partner.example', 'TEL;TYPE=CELL:13800000001', 'NOTE:同学', 'X-A:1'],
      ['FN:张伟', 'EMAIL:ZW@partner.example', 'EMAIL;TYPE=HOME:home@partner.example', 'ORG:雁书', 'NOTE:邻居', 'X-B:2'],
    )
    expect(people).toHaveLength(1)
    expect(people[0]?.fields).toMatchObject({ organization: '雁书', note: '同学\n邻居' })
    expect(people[0]?.fields.emails.map(({ value }) => value)).toEqual(['zw@partner.example', 'home@partner.example'])
    expect(people[0]?.card.map(([name]) => name)).toEqual(expect.arrayContaining(['x-a', 'x-b']))
    expect(problems).toEqual([{ row: 2, name: '张伟', reason: 'combined' }])
  })

  test('given rows that contradict each other, then both are kept, and a second reading gives them the same UIDs', () => {
    const cards = [
      ['UID:one', 'FN:王芳', 'TEL:010-65551234', 'ORG:甲公司'],
      ['UID:one', 'FN:王芳', 'TEL:010-65551234', 'ORG:乙公司'],
      ['UID:one', 'FN:李娜', 'TEL:010-65550000'],
    ]
    const { people, problems } = read(...cards)
    expect(people.map(({ fields }) => `${fields.name} ${fields.organization}`)).toEqual([
      '王芳 甲公司',
      '王芳 乙公司',
      '李娜 ',
    ])
    expect(problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual(['2 double', '3 double'])
    const uids = people.map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(3)
    expect(read(...cards).people.map(({ uid }) => uid)).toEqual(uids)
  })

  test('given any rows that share names, addresses, numbers and UIDs, then nothing of a row is lost', () => {
    const maybe = (name: string, values: string[]) =>
      fc.option(fc.constantFrom(...values), { nil: null }).map((value) => (value === null ? [] : [`${name}:${value}`]))
    const card = fc
      .tuple(
        fc.constantFrom(['FN:甲'], ['FN:乙']),
        maybe('UID', ['u1', 'u2']),
        maybe('EMAIL', ['a@x.example', 'b@x.example', 'c@x.example']),
        maybe('EMAIL', ['a@x.example', 'd@x.example']),
        maybe('TEL', ['13800000001', '13800000002']),
        maybe('ORG', ['一司', '二司']),
        maybe('TITLE', ['经理', '主任']),
        maybe('NOTE', ['某事', '他事']),
        maybe('BDAY', ['1990-01-01', '1991-02-02']),
        maybe('CATEGORIES', ['同学', '同事']),
        maybe('X-OWN', ['p', 'q']),
      )
      .map((lines) => lines.flat())
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 12 }), (cards) => {
        const { people, problems } = read(...cards)
        const combined = problems.filter(({ reason }) => reason === 'combined').length
        expect(people.length + combined).toBe(cards.length)
        expect(new Set(people.map(({ uid }) => uid)).size).toBe(people.length)
        for (const [at, lines] of cards.entries()) {
          const [alone] = read(lines).people
          if (!alone) throw new Error(`card ${at} has nobody`)
          const holder = people.find(
            ({ fields, groups, card: kept }) =>
              fields.name === alone.fields.name &&
              (['organization', 'duties', 'birthday'] as const).every(
                (field) => alone.fields[field] === '' || fields[field] === alone.fields[field],
              ) &&
              fields.note.includes(alone.fields.note) &&
              alone.fields.emails.every(({ value }) => fields.emails.some((one) => one.value === value)) &&
              alone.fields.phones.every(({ value }) => fields.phones.some((one) => one.value === value)) &&
              alone.groups.every((group) => groups.includes(group)) &&
              alone.card
                .filter(([name]) => name === 'x-own')
                .every((own) => kept.some((one) => JSON.stringify(one) === JSON.stringify(own))),
          )
          expect(holder, lines.join(' ')).toBeDefined()
        }
      }),
      { seed: 31 },
    )
  })
})
