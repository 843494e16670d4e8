// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { ApiError, markStale } from '../src/index.ts'
import { queryClient } from '../src/query/index.ts'
import { startTestShell, type TestShell } from '../src/testing/index.ts'

let shell: TestShell
afterEach(() => shell.stop())

test('given a change while the first answer is on its way, then it is asked for again', async () => {
  shell = await startTestShell({})
  const answers: ((value: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(queryClient(), { queryKey: ['calendar', 'events', 1], queryFn })
  const stop = observer.subscribe(() => undefined)
  expect(answers).toHaveLength(1)
  markStale(['calendar'])
  markStale(['contacts'])
  answers[0]?.('before the change')
  await expect.poll(() => answers).toHaveLength(2)
  expect(observer.getCurrentResult().data).toBe('before the change')
  answers[1]?.('after it')
  await expect.poll(() => observer.getCurrentResult().data).toBe('after it')
  stop()
})

test('given no answer in time, then the server is not asked again by itself, and once after a lost connection it is', async () => {
  shell = await startTestShell({})
  const askedWith = async (status: number) => {
    let asked = 0
    const queryFn = () => {
      asked += 1
      return asked > 1 ? Promise.resolve('there') : Promise.reject(new ApiError('nothing came', { code: 0, status }))
    }
    const query = { queryKey: ['answer', status], queryFn, retryDelay: 0 }
    const answer = await queryClient()
      .fetchQuery({ ...query, retry: queryClient().getDefaultOptions().queries?.retry ?? false })
      .catch((error: Error) => error.message)
    return { asked, answer }
  }
  expect(await askedWith(408)).toEqual({ asked: 1, answer: 'nothing came' })
  expect(await askedWith(0)).toEqual({ asked: 2, answer: 'there' })
})
