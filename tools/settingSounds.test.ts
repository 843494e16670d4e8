import { expect, test } from 'vitest'
import { FINDABLE_PAGES, FINDABLE_SETTINGS } from '../remote-settings/src/find/findable.ts'
import { syllablesOf } from '../server/src/store/names/pinyin.ts'

test('given the names of the settings, then the pinyin beside them is that of the dictionary', () => {
  for (const { zh: name, sound } of [...FINDABLE_PAGES, ...Object.values(FINDABLE_SETTINGS)]) {
    expect([name, sound]).toEqual([name, syllablesOf(name).join(' ')])
  }
})
