import { type Language, TIME_ZONE_MAX, TIME_ZONE_MIN } from '@yanshu/contracts'

/** Places that keep a zone's standard time; `words` are further ways to type them (pinyin). */
interface Cities {
  readonly zh: readonly string[]
  readonly en: readonly string[]
  readonly words: string
}

const CITIES: Readonly<Record<number, Cities>> = {
  [-12]: { zh: ['贝克岛'], en: ['Baker Island'], words: 'beikedao' },
  [-11]: { zh: ['帕果帕果', '中途岛'], en: ['Pago Pago', 'Midway'], words: 'paguopaguo zhongtudao' },
  [-10]: { zh: ['檀香山'], en: ['Honolulu'], words: 'tanxiangshan xiaweiyi hawaii' },
  [-9]: { zh: ['安克雷奇'], en: ['Anchorage'], words: 'ankeleiqi alasijia alaska' },
  [-8]: {
    zh: ['洛杉矶', '温哥华'],
    en: ['Los Angeles', 'Vancouver'],
    words: 'luoshanji wengehua jiujinshan san francisco',
  },
  [-7]: { zh: ['丹佛', '菲尼克斯'], en: ['Denver', 'Phoenix'], words: 'danfo feinikesi' },
  [-6]: { zh: ['芝加哥', '墨西哥城'], en: ['Chicago', 'Mexico City'], words: 'zhijiage moxigecheng' },
  [-5]: { zh: ['纽约', '多伦多'], en: ['New York', 'Toronto'], words: 'niuyue duolunduo boshidun boston' },
  [-4]: { zh: ['加拉加斯', '哈利法克斯'], en: ['Caracas', 'Halifax'], words: 'jialajiasi halifakesi' },
  [-3]: {
    zh: ['圣保罗', '布宜诺斯艾利斯'],
    en: ['São Paulo', 'Buenos Aires'],
    words: 'shengbaoluo buyinuosiailisi sao',
  },
  [-2]: { zh: ['努克', '南乔治亚'], en: ['Nuuk', 'South Georgia'], words: 'nuke nanqiaozhiya' },
  [-1]: { zh: ['普拉亚', '亚速尔群岛'], en: ['Praia', 'Azores'], words: 'pulaya yasuer' },
  0: { zh: ['伦敦', '雷克雅未克'], en: ['London', 'Reykjavík'], words: 'lundun leikeyaweike utc reykjavik' },
  1: { zh: ['巴黎', '柏林'], en: ['Paris', 'Berlin'], words: 'bali bolin luoma rome madeli madrid' },
  2: { zh: ['开罗', '雅典'], en: ['Cairo', 'Athens'], words: 'kailuo yadian' },
  3: { zh: ['莫斯科', '伊斯坦布尔'], en: ['Moscow', 'Istanbul'], words: 'mosike yisitanbuer' },
  4: { zh: ['迪拜', '巴库'], en: ['Dubai', 'Baku'], words: 'dibai baku' },
  5: { zh: ['卡拉奇', '塔什干'], en: ['Karachi', 'Tashkent'], words: 'kalaqi tashigan' },
  6: { zh: ['达卡', '比什凯克'], en: ['Dhaka', 'Bishkek'], words: 'daka bishikaike' },
  7: { zh: ['曼谷', '雅加达'], en: ['Bangkok', 'Jakarta'], words: 'mangu yajiada henei hanoi' },
  8: {
    zh: ['北京', '新加坡'],
    en: ['Beijing', 'Singapore'],
    words: 'beijing xinjiapo shanghai hong kong xianggang taibei',
  },
  9: { zh: ['东京', '首尔'], en: ['Tokyo', 'Seoul'], words: 'dongjing shouer' },
  10: { zh: ['悉尼', '布里斯班'], en: ['Sydney', 'Brisbane'], words: 'xini bulisiban' },
  11: { zh: ['努美阿', '霍尼亚拉'], en: ['Nouméa', 'Honiara'], words: 'numeia huoniyala noumea' },
  12: { zh: ['奥克兰', '苏瓦'], en: ['Auckland', 'Suva'], words: 'aokelan suwa' },
}

export interface TimeZoneChoice {
  /** Whole hours from GMT. */
  readonly offset: number
  /** `+8`, `-5`, `+0`. */
  readonly written: string
  /** Example cities in the language asked for. */
  readonly cities: string
  /** What a search also finds it by: the cities in the other language and in pinyin, and ways to write the offset. */
  readonly keywords: string
}

/** The offset with its sign, as people write it behind GMT. */
export const writtenOffset = (offset: number): string => (offset < 0 ? `${offset}` : `+${offset}`)

/** Every zone of §9, from west to east. */
export function timeZones(language: Language): readonly TimeZoneChoice[] {
  const choices: TimeZoneChoice[] = []
  for (let offset = TIME_ZONE_MIN; offset <= TIME_ZONE_MAX; offset += 1) {
    const cities = CITIES[offset]
    const written = writtenOffset(offset)
    choices.push({
      offset,
      written,
      cities: cities ? cities[language].join(language === 'zh' ? '、' : ', ') : '',
      keywords: [
        ...(cities ? [...cities.zh, ...cities.en, cities.words] : []),
        `UTC${written}`,
        `GMT${written}:00`,
      ].join(' '),
    })
  }
  return choices
}
