import { expect, test } from 'vitest'
import { callsInTurn } from './callsInTurn.ts'

/** Begins calls in the order in which they are let, each after some promises of its own. */
function calls() {
  const turn = callsInTurn()
  const begun: string[] = []
  const call = async (name: string, path: string, more = async () => {}) => {
    await turn(`/api/${path}?pageSize=15`)
    begun.push(name)
    await Promise.resolve()
    await more()
  }
  return { begun, call }
}

const LIST = 'mail/email/mailbox/list'

test('given calls of one kind, then they begin in the order in which they came', async () => {
  const { begun, call } = calls()
  const names = Array.from({ length: 100 }, (_, at) => `list ${at}`)
  await Promise.all(names.map((name) => call(name, LIST)))
  expect(begun).toEqual(names)
})

test('given a letter behind lists, then it begins before them', async () => {
  const { begun, call } = calls()
  await Promise.all([call('list', LIST), call('list', LIST), call('letter', 'mail/email/send')])
  expect(begun).toEqual(['letter', 'list', 'list'])
})

test('given marks before lists that go on coming, then they begin behind them, and none waits for ever', async () => {
  const { begun, call } = calls()
  const marks = [call('mark', 'mail/email/seen/update'), call('mark', 'mail/email/seen/update')]
  let lists = 0
  const another = async (): Promise<void> => {
    if (++lists < 40) await call('list', LIST, another)
  }
  const all = Promise.all([call('list', LIST, another), call('list', LIST, another)])
  await Promise.all([...marks, all])
  const places = begun.flatMap((name, at) => (name === 'mark' ? [at] : []))
  expect(begun[0]).toBe('list')
  expect(places).toEqual([7, 15])
})

test('given a call while another is being answered, then it begins without waiting for the end of that one', async () => {
  const { begun, call } = calls()
  let end = () => {}
  const slow = call('slow', LIST, () => new Promise((resolve) => (end = resolve)))
  await call('quick', LIST)
  expect(begun).toEqual(['slow', 'quick'])
  end()
  await slow
})
