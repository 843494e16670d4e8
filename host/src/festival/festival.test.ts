import { expect, test } from 'vitest'
import { proposedSkin, SEEN_SECONDS } from './festival.ts'

const words = '春节快乐，换上灯会？'
const asks = { festivalSkin: 'festival', festivalAskWord: words, currentSkin: '' } as const

test.each([
  ['the skin of a festival is proposed', asks, 'skin_0', '', { skin: 'festival', words }],
  ['not to who wears it', asks, 'festival', '', null],
  ['not to who was asked about it', asks, 'skin_0', 'festival', null],
  [
    'again when it is another skin',
    { ...asks, festivalSkin: 'skin_3' },
    'skin_0',
    'festival',
    { skin: 'skin_3', words },
  ],
  ['not without words', { ...asks, festivalAskWord: ' ' }, 'skin_0', '', null],
  ['not when there is no such skin', { ...asks, festivalSkin: 'skin_99' }, 'skin_0', '', null],
  ['not when there is none', { ...asks, festivalSkin: '' }, 'skin_0', '', null],
  [
    "the organisation's own is proposed",
    { ...asks, festivalSkin: '', currentSkin: 'skin_4' },
    'skin_0',
    '',
    { skin: 'skin_4', words: '' },
  ],
  ['not to who wears it', { ...asks, festivalSkin: '', currentSkin: 'skin_4' }, 'skin_4', '', null],
  ['a festival goes before it', { ...asks, currentSkin: 'skin_4' }, 'skin_0', '', { skin: 'festival', words }],
  [
    'after the festival it is its turn',
    { ...asks, festivalSkin: '', currentSkin: 'skin_4' },
    'festival',
    'festival',
    { skin: 'skin_4', words: '' },
  ],
] as const)('%s', (_, switches, wears, seen, proposed) => {
  expect(proposedSkin(switches, wears, seen)).toEqual(proposed)
})

test('it is remembered for thirty days', () => {
  expect(SEEN_SECONDS).toBe(2_592_000)
})
