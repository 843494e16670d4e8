import { expect, test } from 'vitest'
import { createRuntime, type RuntimePart } from './runtime.ts'

test('a part is made once, and two servers of one process have their own', () => {
  const LIST: RuntimePart<number[]> = { name: 'a list' }
  const [one, other] = [createRuntime(), createRuntime()]
  expect(one.find(LIST)).toBeUndefined()
  one.use<number[]>(LIST, () => []).push(1)
  expect(one.use<number[]>(LIST, () => [])).toEqual([1])
  expect(other.use<number[]>(LIST, () => [])).toEqual([])
  one.keep(LIST, undefined)
  expect(one.find(LIST)).toBeUndefined()
})

test('parts are stopped from the last to the first, and one that fails keeps no other from it', async () => {
  const stopped: string[] = []
  const part = (name: string): RuntimePart<string> => ({
    name,
    stop: async (value) => {
      stopped.push(value)
      if (name === 'second') throw new Error('it does not stop')
    },
  })
  const runtime = createRuntime()
  const first = part('first')
  for (const one of [first, part('second'), part('third')]) runtime.use(one, () => one.name)
  // A value that is kept anew stays in its place.
  runtime.keep(first, 'first again')
  await expect(runtime.stop()).rejects.toMatchObject({ errors: [new Error('it does not stop')] })
  expect(stopped).toEqual(['third', 'second', 'first again'])
})
