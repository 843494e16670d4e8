import { expect, it } from 'vitest'
import { firstBytes } from './firstBytes.ts'

/** An answer without end that counts what was taken of it. */
function endless(): { response: Response; taken: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array>({
    pull(control) {
      taken += 1_000
      control.enqueue(new Uint8Array(1_000).fill(65))
    },
  })
  return { response: new Response(body), taken: () => taken }
}

it('given a file without end, fetches no more than it shows', async () => {
  const { response, taken } = endless()
  const { bytes, whole } = await firstBytes(response, 2_500)
  expect([bytes.length, whole]).toEqual([2_500, false])
  expect(taken()).toBeLessThan(6_000)
})

it('given a short file, says that this was all', async () => {
  const { bytes, whole } = await firstBytes(new Response('雁书'), 100)
  expect([new TextDecoder().decode(bytes), whole]).toEqual(['雁书', true])
})

it('given an answer of failure, fails', async () => {
  await expect(firstBytes(new Response('', { status: 404, statusText: 'Not Found' }), 1)).rejects.toThrow('Not Found')
})
