import { expect, test } from 'vitest'
import { SEEN_SECONDS, suggestedSkin } from './festival.ts'

const asks = { festivalSkin: 'festival', festivalAskWord: '春节快乐，换上灯会？' }

test.each([
  ['a skin with words is suggested', asks, 'skin_0', '', 'festival'],
  ['not to who wears it', asks, 'festival', '', null],
  ['not to who was asked about it', asks, 'skin_0', 'festival', null],
  ['again when it is another skin', { ...asks, festivalSkin: 'skin_3' }, 'skin_0', 'festival', 'skin_3'],
  ['not without words', { ...asks, festivalAskWord: ' ' }, 'skin_0', '', null],
  ['not when there is no such skin', { ...asks, festivalSkin: 'skin_99' }, 'skin_0', '', null],
  ['not when there is none', { ...asks, festivalSkin: '' }, 'skin_0', '', null],
] as const)('%s', (_, switches, wears, seen, suggested) => {
  expect(suggestedSkin(switches, wears, seen)).toBe(suggested)
})

test('it is remembered for thirty days', () => {
  expect(SEEN_SECONDS).toBe(2_592_000)
})
