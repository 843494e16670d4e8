/** A skin of the product (§9): its id as stored by the server, its name in both languages and the colour of its swatch. */
export interface Skin {
  readonly id: SkinId
  readonly zh: string
  readonly en: string
  /** The accent as designed; the ramp that screens use is derived from it and may be darker to keep AA contrast. */
  readonly swatch: string
}

export type SkinId =
  | 'skin_0'
  | 'skin_1'
  | 'skin_2'
  | 'skin_3'
  | 'skin_4'
  | 'skin_5'
  | 'skin_6'
  | 'skin_7'
  | 'skin_8'
  | 'festival'

/** All skins in the order they are offered. */
export const SKINS: readonly Skin[] = [
  { id: 'skin_0', zh: '墨蓝', en: 'Ink blue', swatch: '#2456d6' },
  { id: 'skin_1', zh: '青瓷', en: 'Celadon', swatch: '#0e8f86' },
  { id: 'skin_2', zh: '竹绿', en: 'Bamboo', swatch: '#2e8b3d' },
  { id: 'skin_3', zh: '朱砂', en: 'Cinnabar', swatch: '#c8402b' },
  { id: 'skin_4', zh: '藤紫', en: 'Wisteria', swatch: '#6f4bc7' },
  { id: 'skin_5', zh: '琥珀', en: 'Amber', swatch: '#b26a00' },
  { id: 'skin_6', zh: '海棠', en: 'Begonia', swatch: '#c23a6b' },
  { id: 'skin_7', zh: '石墨', en: 'Graphite', swatch: '#4b5563' },
  { id: 'skin_8', zh: '霁蓝', en: 'Clear sky', swatch: '#0b7bc1' },
  { id: 'festival', zh: '灯会', en: 'Lanterns', swatch: '#b3261e' },
]
