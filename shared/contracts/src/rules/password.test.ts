import { describe, expect, test } from 'vitest'
import { brokenPasswordRules, type PasswordOwner, passwordLengths } from './password.ts'

const owner: PasswordOwner = {
  level: 1,
  account: 'shan.xiaolv@yanshu.test',
  nameReadings: [['shan', 'dan', 'chan'], ['xiao'], ['lv', 'lü']],
}
const broken = (password: string, of: Partial<PasswordOwner> = {}) => brokenPasswordRules(password, { ...owner, ...of })

test.each(['Wild-Goose-7', 'k7#Rmq2x', 'Tj9!wpLz', 'moon&Ridge40', '8Geese@dusk'])('%s may be used', (password) => {
  expect(broken(password)).toEqual([])
})

test('the login takes only what is longer than six, so the lowest level begins at seven', () => {
  expect(passwordLengths(1)).toEqual({ min: 7, max: 20 })
  expect(passwordLengths(2)).toEqual({ min: 8, max: 20 })
  expect(passwordLengths(3)).toEqual({ min: 10, max: 20 })
})

test.each([
  ['k7#Rmq', 1, true],
  ['k7#Rmq2', 1, false],
  ['k7#Rmq2', 2, true],
  ['k7#Rmq2x', 2, false],
  ['k7#Rmq2xT', 3, true],
  ['k7#Rmq2xTw', 3, false],
  ['k7#Rmq2xTwk7#Rmq2xTwp', 1, true],
] as const)('the length of %s at level %i is refused: %s', (password, level, refused) => {
  expect(broken(password, { level }).includes('length')).toBe(refused)
})

test.each([
  ['kmqrxtwz', 'kinds'],
  ['kmqrx7tw', 'kinds'],
  ['K7#密码密码x', 'chinese'],
  ['xShan.XiaoLv7', 'account'],
  ['#shanxiaolv7A', 'account'],
  ['Rx#123tw', 'sequence'],
  ['Rx#321tw', 'sequence'],
  ['Rx7#abctw', 'sequence'],
  ['Rx7#CBAtw', 'sequence'],
  ['Rx7#wwWt', 'repeat'],
  ['Rx#777tw', 'repeat'],
  ['Rx7###tw', 'repeat'],
  ['Password-2024', 'weak'],
  ['P@ssw0rd!9', 'weak'],
  ['Admin@2024', 'weak'],
  ['1qaz@WSX', 'weak'],
  ['Qwerty!90', 'weak'],
])('%s is refused for: %s', (password, rule) => {
  expect(broken(password)).toContain(rule)
})

describe('the pinyin of the name', () => {
  const nobody = { account: 'x7@yanshu.test' }
  test.each([
    'ShanXiaolv#7',
    'Xiaolvshan#7',
    'DanXiaoLu#7',
    'chanxiaolyu#7Q',
    'lvxiaodan#7Q',
    'Shan_7xiao_Lv',
    'Xiaolu#7789Q',
    'sHaN4xIaO4lV#',
  ])('%s is refused', (password) => {
    expect(broken(password, nobody)).toContain('pinyin')
  })

  test.each(['Shandong#7Q', 'Xiaomei#74Q', 'Lvzhou#74Q'])('%s holds only a part of it', (password) => {
    expect(broken(password, nobody)).not.toContain('pinyin')
  })

  test('of two characters both are needed, in either order', () => {
    const two = { ...nobody, nameReadings: [['zhang'], ['wei']] }
    expect(broken('WeiZhang#7', two)).toContain('pinyin')
    expect(broken('zhang#7Wei', two)).toContain('pinyin')
    expect(broken('Weiqi#74Q', two)).not.toContain('pinyin')
  })

  test('a name in letters counts the same', () => {
    const letters = { ...nobody, nameReadings: [['john'], ['smith']] }
    expect(broken('SmithJohn#7', letters)).toContain('pinyin')
  })

  test('without a name nothing is refused', () => {
    expect(broken('ShanXiaolv#7', { ...nobody, nameReadings: [] })).toEqual([])
  })
})

test('case never decides about sequences and repeats', () => {
  const quiet = { ...owner, nameReadings: [] }
  const runs = (text: string) =>
    brokenPasswordRules(text, quiet).filter((rule) => rule === 'sequence' || rule === 'repeat')
  for (const password of ['aBc#92kT', 'AAa#92kT', 'xYzw#9kT', 'aCe#92kT']) {
    expect(runs(password.toUpperCase())).toEqual(runs(password.toLowerCase()))
  }
})
