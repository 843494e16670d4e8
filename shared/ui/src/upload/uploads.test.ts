import { expect, it } from 'vitest'
import { createUploads } from './uploads.ts'

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
interface Answer {
  readonly fileId: string
  readonly name: string
  readonly size: number
}
const answerOf = ({ name, size }: File): Answer => ({ fileId: `id-${name}`, name, size })

/** A server whose answers are given by hand. */
function harbour() {
  const ships: {
    file: File
    signal: AbortSignal
    progress: (sent: number, total: number) => void
    land: () => void
    sink: () => void
    stall: (stalled: boolean) => void
  }[] = []
  const forgotten: string[] = []
  const uploads = createUploads<Answer>({
    upload: (file, { signal, onProgress, onStalled }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        ships.push({
          file,
          signal,
          progress: onProgress,
          land: () => resolve(answerOf(file)),
          sink: () => reject(new Error('storm')),
          stall: onStalled,
        })
      }),
    wordsFor: (error) => (error instanceof Error ? error.message : ''),
    onChange: () => undefined,
    isResumable: ({ name }) => name.startsWith('long'),
    forget: ({ name }) => void forgotten.push(name),
  })
  return {
    forgotten,
    uploads,
    ships,
    states: () => uploads.items().map(({ name, state }) => `${name} ${state}`),
  }
}
const file = (name: string) => new File(['x'], name)

it('sends three at a time, in order, with progress', async () => {
  const { uploads, ships, states } = harbour()
  uploads.add(['1', '2', '3', '4'].map(file))
  expect(states()).toEqual(['1 sending', '2 sending', '3 sending', '4 waiting'])
  ships[1]?.progress(1, 4)
  expect(uploads.items()[1]?.progress).toBe(25)
  ships[0]?.land()
  await settle()
  expect(states()).toEqual(['1 done', '2 sending', '3 sending', '4 sending'])
  expect(uploads.items()[0]?.uploaded?.fileId).toBe('id-1')
})

it('says what failed, and tries again when asked', async () => {
  const { uploads, ships, states } = harbour()
  uploads.add([file('1')])
  ships[0]?.sink()
  await settle()
  expect(uploads.items()[0]).toMatchObject({ state: 'failed', error: 'storm' })
  uploads.retry(uploads.items()[0]?.key ?? '')
  ships[1]?.land()
  await settle()
  expect(states()).toEqual(['1 done'])
})

it('stops an upload that is taken away, and lets the next one go', async () => {
  const { uploads, ships, states } = harbour()
  uploads.add(['1', '2', '3', '4'].map(file))
  uploads.remove(uploads.items()[0]?.key ?? '')
  await settle()
  expect(ships[0]?.signal.aborted).toBe(true)
  expect(states()).toEqual(['2 sending', '3 sending', '4 sending'])
})

it('takes along what the server has', () => {
  const { uploads, states } = harbour()
  uploads.carry([answerOf(file('旧.pdf'))])
  expect(states()).toEqual(['旧.pdf done'])
})

it('pauses a file that goes on later, keeps its progress, and lets the next one go meanwhile', async () => {
  const { uploads, ships, states } = harbour()
  uploads.add(['long 1', '2', '3', '4'].map(file))
  const key = uploads.items()[0]?.key ?? ''
  ships[0]?.progress(1, 2)
  ships[0]?.stall(true)
  expect(uploads.items()[0]).toMatchObject({ resumable: true, stalled: true, progress: 50 })
  uploads.pause(key)
  // Asked for again before the first attempt has ended: there are never two of one file.
  uploads.retry(key)
  uploads.pause(key)
  ships[0]?.progress(2, 2)
  await settle()
  expect(ships[0]?.signal.aborted).toBe(true)
  expect(states()).toEqual(['long 1 paused', '2 sending', '3 sending', '4 sending'])
  expect(uploads.items()[0]).toMatchObject({ stalled: false, progress: 50 })
  uploads.retry(key)
  ships[1]?.land()
  await settle()
  expect(states()[0]).toBe('long 1 sending')
  expect(uploads.items()[0]?.progress).toBe(50)
})

it('has the server forget a file that goes on later and was removed, and no other', async () => {
  const { uploads, ships, forgotten } = harbour()
  uploads.add(['long 1', 'long 2', '3'].map(file))
  ships[1]?.land()
  await settle()
  for (const { key } of uploads.items()) uploads.remove(key)
  expect(forgotten).toEqual(['long 1'])
})
