import { describe, expect, test } from 'vitest'
import { surnameReadings, syllablesOf } from '../../store/names/pinyin.ts'
import { RANK } from '../../store/names/rank.ts'
import { foldKeyword, soundingsOf } from '../../store/names/soundings.ts'
import { type Findable, rankOf } from './matchPerson.ts'

const person = (name: string, address = 'nobody@yanshu.test', more: Partial<Findable> = {}): Findable => ({
  name: name.toLowerCase(),
  soundings: soundingsOf(name, syllablesOf(name), surnameReadings(name)),
  address,
  duty: '',
  phone: '',
  ...more,
})
const rank = (keyword: string, found: Findable) => rankOf(foldKeyword(keyword), found)

describe('how well a keyword points at a name', () => {
  test.each([
    ['李娜', '李娜', 'exact'],
    ['lina', '李娜', 'exact'],
    ['Li Na', '李娜', 'exact'],
    ['li', '李娜', 'nameStart'],
    ['ln', '李娜', 'nameStart'],
    ['l', '李娜', 'nameStart'],
    ['lin', '李娜', 'nameStart'],
    ['李n', '李娜', 'nameStart'],
    ['na', '李娜', 'nameInside'],
    ['娜', '李娜', 'nameInside'],
    ['li', '系统管理员', 'none'],
    ['guanli', '系统管理员', 'nameInside'],
    ['管理', '系统管理员', 'nameInside'],
    ['li', '欧阳丽', 'nameInside'],
    ['xtgly', '系统管理员', 'nameStart'],
    ['smith', 'John Smith', 'nameInside'],
    ['jsm', 'John Smith', 'nameStart'],
    ['nil', '李娜', 'none'],
    ['linax', '李娜', 'none'],
  ] as const)('%s, %s: %s', (keyword, name, expected) => {
    expect(rank(keyword, person(name))).toBe(RANK[expected])
  })

  test.each([
    ['单雄信', ['shan', 'dan', 'chan', 'shanxiongxin', 'danxx']],
    ['吕梁', ['lv', 'lu', 'lyu', 'lü', 'luliang', 'lvliang', 'll']],
    ['曾国藩', ['zeng', 'ceng']],
    ['解晓东', ['xie', 'jie']],
    ['仇英', ['qiu', 'chou']],
    ['区小明', ['ou', 'qu']],
    ['朴志勇', ['piao', 'pu']],
    ['查良镛', ['zha', 'cha']],
    ['欧阳修', ['ouyang', 'oyx', 'ou']],
    ['尉迟恭', ['yuchi', 'wei']],
    ['女娲', ['nv', 'nu', 'nyu']],
  ])('a surname is found by every way it is read: %s', (name, keywords) => {
    for (const keyword of keywords) expect(rank(keyword, person(name)), keyword).toBeGreaterThanOrEqual(RANK.nameStart)
  })

  test('whatever part of each reading is typed, the name is found from its start, and from inside as inside', () => {
    const surnames = [...'单吕曾解仇区朴查盖翟任华覃张李王']
    const given = [...'伟娜芳敏静磊洋勇艳杰涛明超霞平刚']
    let seed = 7
    const pick = <T>(list: readonly T[]): T => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      const chosen = list[seed % list.length]
      if (chosen === undefined) throw new Error('empty')
      return chosen
    }
    for (let round = 0; round < 500; round++) {
      const found = person(`${pick(surnames)}${pick(given)}${pick(given)}`)
      const part = (at: number) => {
        const sounding = found.soundings[at]
        if (!sounding) throw new Error('three characters')
        const reading = pick(sounding.readings)
        return pick([sounding.text, reading, reading.slice(0, 1), reading.slice(0, 2)])
      }
      const fromStart = part(0) + pick(['', part(1), part(1) + part(2)])
      expect(rank(fromStart, found), `${found.name} ${fromStart}`).toBeGreaterThanOrEqual(RANK.nameStart)
      const inside = part(1) + pick(['', part(2)])
      expect(rank(inside, found), `${found.name} ${inside}`).toBeGreaterThanOrEqual(RANK.nameInside)
    }
  })

  test('address, phone and duty point less well; who has no name is called by the address', () => {
    const found = person('张伟', 'zhang.wei@yanshu.test', { phone: '13800001234', duty: '高级前端工程师' })
    expect(rank('zhang.wei@yanshu.test', found)).toBe(RANK.exact)
    expect(rank('zhang.w', found)).toBe(RANK.address)
    expect(rank('1234', found)).toBe(RANK.phone)
    expect(rank('前端', found)).toBe(RANK.duty)
    expect(rank('sa', person('', 'sales@partner.example'))).toBe(RANK.nameStart)
  })

  test('a name of one letter repeated is searched as fast as any other', () => {
    const name = Array.from({ length: 14 }, () => 'a'.repeat(13)).join(' ')
    expect(rank(`${'a'.repeat(99)}b`, person(name))).toBe(RANK.none)
  })
})
