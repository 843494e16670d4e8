import { expect, it } from 'vitest'
import { binnedWords } from './binnedWords.ts'

const say = (key: string, { count }: { count: number }) => `${key} ${count}`

it('names apart what lies in the recycle bin and what is a draft again', () => {
  const plain = {}
  const scheduled = { sendAt: 1_800_000_000_000 }
  expect(binnedWords([plain, plain], say)).toBe('done.binned 2')
  expect(binnedWords([scheduled], say)).toBe('held.drafted 1')
  expect(binnedWords([scheduled, plain], say)).toBe('done.binned 1 held.drafted 1')
})
