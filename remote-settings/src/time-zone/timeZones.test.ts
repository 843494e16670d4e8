import { DEFAULT_TIME_ZONE, TIME_ZONE_MAX, TIME_ZONE_MIN } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { timeZones, writtenOffset } from './timeZones.ts'

describe('time zones to choose from', () => {
  test('given either language, then every whole hour is there once, from west to east, with cities', () => {
    for (const language of ['zh', 'en'] as const) {
      const zones = timeZones(language)
      expect(zones.map((zone) => zone.offset)).toEqual(
        Array.from({ length: TIME_ZONE_MAX - TIME_ZONE_MIN + 1 }, (_, at) => TIME_ZONE_MIN + at),
      )
      expect(zones.filter((zone) => zone.cities === '')).toEqual([])
    }
  })

  test('given the default zone, then it is that of Beijing, in the language asked for', () => {
    const zone = (language: 'zh' | 'en') => timeZones(language).find(({ offset }) => offset === DEFAULT_TIME_ZONE)
    expect(zone('zh')?.cities).toContain('北京')
    expect(zone('en')?.cities).toContain('Beijing')
  })

  test('given the Chinese list, then a city is also found by pinyin and by its English name', () => {
    const tokyo = timeZones('zh').find(({ offset }) => offset === 9)
    expect(tokyo?.keywords).toContain('dongjing')
    expect(tokyo?.keywords).toContain('Tokyo')
  })

  test('given an offset, then it is written with its sign', () => {
    expect([-5, 0, 8].map(writtenOffset)).toEqual(['-5', '+0', '+8'])
  })
})
