import { expect, test } from 'vitest'
import { namesPerson } from './namesPerson.ts'

const person = (name: string, address: string) => ({ name, address: `${address}@yanshu.test` })

test.each([
  ['wei', person('张伟', 'zw0213')],
  ['zhangwei', person('张伟', 'zw0213')],
  ['wei.zhang', person('张伟', 'zw0213')],
  ['david.zhang', person('张伟', 'zw0213')],
  ['zhangwei88', person('张伟', 'zw0213')],
  ['zw', person('张伟', 'zw0213')],
  ['zhangw', person('张伟', 'zw0213')],
  ['shan.xiaofang', person('单晓芳', 'sxf')],
  ['ouyang', person('欧阳修', 'oyx')],
  ['mli', person('Mary Li', 'm.li')],
  ['smith', person('John Smith', 'john')],
  ['sales.east', person('', 'sales')],
])('%s names %o', (local, who) => {
  expect(namesPerson(local, who)).toBe(true)
})

test.each(['caiwu', 'it-support', 'billing', 'liaison', 'zhangwei', 'w', 'system', '0'])(
  '%s does not name 李娜',
  (local) => {
    expect(namesPerson(local, person('李娜', 'li.na'))).toBe(false)
  },
)
