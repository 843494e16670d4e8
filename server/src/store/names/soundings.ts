/** One character of a name, or a word of it in letters, and every way it is pronounced. */
export interface Sounding {
  readonly text: string
  readonly readings: readonly string[]
}

/**
 * Characters of given names, and of surnames of two, that people read in several ways: 行 is xing and hang, 娜 na and nuo.
 * The dictionary answers one of them; who types another one means the same person.
 */
const SEVERAL: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    行: 'xing hang', 娜: 'na nuo', 乐: 'le yue', 长: 'chang zhang', 重: 'chong zhong', 朝: 'chao zhao', 茜: 'qian xi',
    盛: 'sheng cheng', 晟: 'sheng cheng', 澄: 'cheng deng', 莘: 'shen xin', 蔚: 'wei yu', 尉: 'wei yu', 俟: 'qi si',
    那: 'na nuo', 宿: 'su xiu', 会: 'hui kuai', 强: 'qiang jiang', 柏: 'bai bo', 召: 'zhao shao', 参: 'can shen',
    藏: 'cang zang', 都: 'du dou', 弹: 'tan dan', 调: 'diao tiao', 佛: 'fo fu', 芾: 'fu fei',
    隽: 'jun juan', 曾: 'zeng ceng', 单: 'shan dan chan', 纶: 'lun guan', 牟: 'mou mu', 朴: 'piao pu', 覃: 'qin tan',
    露: 'lu lou', 勒: 'le lei', 率: 'shuai lv', 角: 'jiao jue', 薄: 'bo bao', 解: 'xie jie', 贾: 'jia gu',
    适: 'shi kuo', 汤: 'tang shang', 省: 'sheng xing', 阿: 'a e', 伽: 'jia qie',
    茄: 'qie jia', 翟: 'zhai di', 洗: 'xi xian',
  } satisfies Record<string, string>).map(([character, readings]) => [character, readings.split(' ')] as const),
) // biome-ignore format: a table

/** ü is v in pinyin; without it on the keyboard people write u, and yu in passports: lv, lu, lyu. */
const withPlainU = (reading: string): readonly string[] =>
  /^[ln]v/.test(reading) ? [reading, reading.replace('v', 'u'), reading.replace('v', 'yu')] : [reading]

/**
 * Puts syllables beside the characters they belong to. The first character may be read in further ways as well
 * (`surnameReadings`): 单 is shan as a surname, and many who see it type dan. Further characters have those of `SEVERAL`.
 */
export function soundingsOf(
  name: string,
  syllables: readonly string[],
  surnameReadings: readonly string[] = [],
): Sounding[] {
  const characters = [...name.toLowerCase().matchAll(/\p{Script=Han}|[^\p{Script=Han}\s]+/gu)].map((match) => match[0])
  return characters.map((text, index) => {
    const readings = [syllables[index] ?? text, ...(index === 0 ? surnameReadings : []), ...(SEVERAL.get(text) ?? [])]
    return { text, readings: [...new Set(readings.flatMap(withPlainU))] }
  })
}

/** One form for what looks alike, as names are kept. ü is typed v, and by some u. NUL, which PostgreSQL refuses, goes. */
export const foldKeyword = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('\0', '').trim().replaceAll('ü', 'v')
