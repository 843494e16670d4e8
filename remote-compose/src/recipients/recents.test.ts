import type { Suggestion } from '@yanshu/contracts'
import { expect, it } from 'vitest'
import { beginningWith } from './recents.ts'

const person = (name: string, address: string): Suggestion => ({
  name,
  address,
  deptName: '',
  duties: '',
  kind: 'recent',
  matched: '',
  correspondent: true,
})

it('finds people by the beginning of a name, of a word of it, or of an address, in their order', () => {
  const people = [
    person('李娜', 'li.na@yanshu.test'),
    person('Anna Lind', 'anna@out.example'),
    person('', 'lin@out.example'),
    person('王林', 'wang.lin@yanshu.test'),
  ]
  const found = (keyword: string) => beginningWith(people, keyword).map(({ address }) => address)
  expect(found('LI')).toEqual(['li.na@yanshu.test', 'anna@out.example', 'lin@out.example'])
  expect(found('李')).toEqual(['li.na@yanshu.test'])
  expect(found('林')).toEqual([])
})
