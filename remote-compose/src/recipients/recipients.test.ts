import { expect, it } from 'vitest'
import { invalidOf, withChosen, withoutInvalid } from './recipientLists.ts'

it('knows what is no address and can do without it', () => {
  const a = { name: '张伟', address: 'zhang.wei@yanshu.test' }
  const wrong = { name: '', address: 'wrong' }
  const lists = { to: [a], cc: [wrong], bcc: [] }
  expect(invalidOf(lists)).toEqual([wrong])
  expect(withoutInvalid(lists)).toEqual({ to: [a], cc: [], bcc: [] })
})

it('puts those who were chosen for a field into it alone, with what was known of them', () => {
  const wei = { name: '张伟', address: 'zhang.wei@yanshu.test' }
  const na = { name: '李娜', address: 'li.na@yanshu.test' }
  const jie = { name: '陈杰', address: 'chen.jie@yanshu.test' }
  const lists = { to: [wei, na], cc: [jie], bcc: [] }
  const chosen = [
    { name: '', address: 'ZHANG.WEI@yanshu.test' },
    { name: '王芳', address: 'wang.fang@yanshu.test' },
  ]
  expect(withChosen(lists, 'cc', chosen)).toEqual({ to: [na], cc: [wei, chosen[1]], bcc: [] })
})
