import { type Language, offsetAt } from '@yanshu/contracts'

/** A zone of the IANA list whose clock changes in the year, or is not whole hours from GMT. */
interface NamedZone {
  readonly zone: string
  readonly zh: string
  readonly en: string
  /** Further ways to type it. */
  readonly words: string
}

const named = (zone: string, zh: string, en: string, words: string): NamedZone => ({ zone, zh, en, words })

const ZONES: readonly NamedZone[] = [
  named('America/Anchorage', '安克雷奇', 'Anchorage', 'ankeleiqi alasijia'),
  named('America/Los_Angeles', '洛杉矶、旧金山、西雅图', 'Los Angeles, San Francisco', 'luoshanji jiujinshan xiyatu'),
  named('America/Vancouver', '温哥华', 'Vancouver', 'wengehua'),
  named('America/Denver', '丹佛', 'Denver', 'danfo'),
  named('America/Chicago', '芝加哥、休斯敦', 'Chicago, Houston', 'zhijiage xiusidun'),
  named('America/New_York', '纽约、波士顿、华盛顿', 'New York, Boston', 'niuyue boshidun huashengdun'),
  named('America/Toronto', '多伦多', 'Toronto', 'duolunduo'),
  named('America/Halifax', '哈利法克斯', 'Halifax', 'halifakesi'),
  named('America/St_Johns', '圣约翰斯', "St. John's", 'shengyuehansi niufenlan'),
  named('America/Santiago', '圣地亚哥（智利）', 'Santiago', 'shengdiyage'),
  named('Atlantic/Azores', '亚速尔群岛', 'Azores', 'yasuer'),
  named('Europe/London', '伦敦、爱丁堡', 'London, Edinburgh', 'lundun aidingbao'),
  named('Europe/Dublin', '都柏林', 'Dublin', 'dubolin'),
  named('Europe/Lisbon', '里斯本', 'Lisbon', 'lisiben'),
  named('Europe/Paris', '巴黎', 'Paris', 'bali'),
  named('Europe/Berlin', '柏林、法兰克福、慕尼黑', 'Berlin, Frankfurt, Munich', 'bolin falankefu munihei'),
  named('Europe/Madrid', '马德里', 'Madrid', 'madeli'),
  named('Europe/Rome', '罗马、米兰', 'Rome, Milan', 'luoma milan'),
  named('Europe/Zurich', '苏黎世', 'Zurich', 'sulishi'),
  named('Europe/Amsterdam', '阿姆斯特丹', 'Amsterdam', 'amusitedan'),
  named('Europe/Stockholm', '斯德哥尔摩', 'Stockholm', 'sidegeermo'),
  named('Europe/Warsaw', '华沙', 'Warsaw', 'huasha'),
  named('Europe/Athens', '雅典', 'Athens', 'yadian'),
  named('Europe/Helsinki', '赫尔辛基', 'Helsinki', 'heerxinji'),
  named('Europe/Kiev', '基辅', 'Kyiv', 'jifu'),
  named('Africa/Cairo', '开罗', 'Cairo', 'kailuo'),
  named('Asia/Jerusalem', '耶路撒冷', 'Jerusalem', 'yelusaleng'),
  named('Asia/Tehran', '德黑兰', 'Tehran', 'deheilan'),
  named('Asia/Kabul', '喀布尔', 'Kabul', 'kabuer'),
  named('Asia/Kolkata', '新德里、孟买', 'New Delhi, Mumbai', 'xindeli mengmai yindu'),
  named('Asia/Kathmandu', '加德满都', 'Kathmandu', 'jiademandu'),
  named('Asia/Yangon', '仰光', 'Yangon', 'yangguang'),
  named('Australia/Adelaide', '阿德莱德', 'Adelaide', 'adelaide'),
  named('Australia/Darwin', '达尔文', 'Darwin', 'daerwen'),
  named('Australia/Sydney', '悉尼、墨尔本', 'Sydney, Melbourne', 'xini moerben'),
  named('Pacific/Auckland', '奥克兰、惠灵顿', 'Auckland, Wellington', 'aokelan huilingdun'),
]

export interface NamedZoneChoice {
  readonly zone: string
  readonly cities: string
  /** How far its clock is ahead of GMT now, in milliseconds, and as people write it: `-4`, `+5:30`. */
  readonly offset: number
  readonly written: string
  readonly keywords: string
}

/** The zones by name, and the chosen one where it is none of these. */
export function namedZones(language: Language, chosen: string, now: number): readonly NamedZoneChoice[] {
  const known = ZONES.some(({ zone }) => zone === chosen)
  const all = chosen === '' || known ? ZONES : [...ZONES, named(chosen, chosen, chosen, '')]
  return all.map(({ zone, zh, en, words }) => {
    const offset = offsetAt(zone, now)
    return {
      zone,
      cities: language === 'zh' ? zh : en,
      offset,
      written: offsetText(offset),
      keywords: [zone, zh, en, words].join(' '),
    }
  })
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const rest = minutes % 60
  return `${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
