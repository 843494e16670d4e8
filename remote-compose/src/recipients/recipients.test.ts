import { expect, it } from 'vitest'
import { invalidOf, withoutInvalid } from './recipientLists.ts'

it('knows what is no address and can do without it', () => {
  const a = { name: '张伟', address: 'zhang.wei@yanshu.test' }
  const wrong = { name: '', address: 'wrong' }
  const lists = { to: [a], cc: [wrong], bcc: [] }
  expect(invalidOf(lists)).toEqual([wrong])
  expect(withoutInvalid(lists)).toEqual({ to: [a], cc: [], bcc: [] })
})
