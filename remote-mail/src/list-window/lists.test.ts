import type { MailList } from '@yanshu/contracts'
import { Lists } from '@yanshu/lists'
import { expect, test } from 'vitest'
import { KIND, mailCache, rowOf } from '../testing/modelServer.ts'
import type { ListQuery } from './listQuery.ts'

const folder = (folderId: number): ListQuery => ({ kind: 'folder', folderId, unread: 'any' })

function listsOver(answer: () => MailList) {
  const asked: ListQuery[] = []
  const lists = new Lists({
    kind: KIND,
    cache: mailCache(),
    fetchPage: async (query) => {
      asked.push(query)
      return answer()
    },
    busy: () => false,
    today: () => ({ timeZone: 8, day: 20_000 }),
  })
  return { lists, asked }
}

test('a list that somebody goes to is asked for once, and is there when its view looks at it', async () => {
  const { lists, asked } = listsOver(() => ({ list: [rowOf(2), rowOf(1)], total: 2, more: false }))
  lists.ask(folder(1))
  lists.ask(folder(1))
  expect(asked).toEqual([folder(1)])
  await expect.poll(() => lists.get(folder(1)).view().status).toBe('ready')
  const list = lists.get(folder(1))
  lists.watch(list)
  list.show(0, 20)
  expect(list.idAt(0)).toBe(2)
  expect(asked).toHaveLength(1)
})

test('a list that is known is not asked for again because somebody goes to it', async () => {
  const { lists, asked } = listsOver(() => ({ list: [rowOf(1)], total: 1, more: false }))
  lists.ask(folder(1))
  await expect.poll(() => lists.get(folder(1)).view().status).toBe('ready')
  expect(lists.ask(folder(1))).toBeUndefined()
  lists.ask(folder(7))
  expect(asked).toEqual([folder(1), folder(7)])
})

test('whoever asks for a list hears when it has come or failed', async () => {
  const { lists } = listsOver(() => {
    throw new Error('refused')
  })
  const [first, second] = [lists.ask(folder(1)), lists.ask(folder(1))]
  await Promise.all([first, second])
  expect(lists.get(folder(1)).view().status).toBe('failed')
  expect(first).toBeDefined()
})
