import { describe, expect, it } from 'vitest'
import { oddFirsts } from './firstOutside.ts'

const person = (name: string, address: string) => ({ name, address })
const known = [person('王采购', 'buyer@partner-china.com'), person('李娜', 'li.na@yanshu.test')]

describe('a first letter to an outside address', () => {
  it('is nothing odd by itself', () => {
    expect(oddFirsts([person('', 'sales@other.example')], known, false)).toEqual([])
  })

  it.each(['buyer@partner-chian.com', 'buyer@partner-chna.com', 'x@partner-china.con', 'buyer@partnerchina.com'])(
    'is asked about where its domain is a slip of a known one: %s',
    (address) => {
      expect(oddFirsts([person('', address)], known, false)).toEqual([
        { why: 'similar', address, known: 'buyer@partner-china.com' },
      ])
    },
  )

  it('is not a slip where short or common domains differ, or where it is the known domain', () => {
    const people = [person('', 'a@qq.com'), person('', 'a@163.com')]
    expect(oddFirsts([person('', 'b@qq.cn'), person('', 'b@126.com')], people, false)).toEqual([])
    expect(oddFirsts([person('', 'new@partner-china.com')], known, false)).toEqual([])
  })

  it('is asked about where a person of this name has another address, or where it stands among colleagues', () => {
    expect(oddFirsts([person('王采购', 'wang@private.example')], known, true)).toEqual([
      { why: 'sameName', address: 'wang@private.example', known: 'buyer@partner-china.com' },
    ])
    expect(oddFirsts([person('', 'sales@other.example')], known, true)).toEqual([
      { why: 'mixed', address: 'sales@other.example' },
    ])
  })
})
