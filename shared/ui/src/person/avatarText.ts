import { TONE_COUNT } from '../tokens/toneCount.ts'

/** Surnames of two characters; any other Chinese surname is the first character of the name. */
const LONG_SURNAMES = new Set(
  '欧阳 司马 上官 诸葛 夏侯 皇甫 尉迟 公孙 慕容 令狐 宇文 长孙 司徒 司空 端木 东方 独孤 南宫 西门 闻人 轩辕 澹台 公冶 淳于 单于 太叔 申屠 仲孙 钟离 鲜于 闾丘 第五 歐陽 司馬 諸葛 長孫'.split(
    ' ',
  ),
)

/** What stands in an avatar: the surname of a Chinese name, the initials of another, the first letter of an address. */
export function avatarText(name: string | undefined, address: string): string {
  const clean = (name ?? '').trim()
  const han = clean.match(/\p{Script=Han}+/u)?.[0]
  if (han && clean.startsWith(han)) {
    const letters = [...han]
    const two = letters.slice(0, 2).join('')
    return letters.length > 2 && LONG_SURNAMES.has(two) ? two : (letters[0] ?? '')
  }
  const words = (clean || address).split(/[\s._@-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = firstLetter(words[0])
  if (!clean) return first.toUpperCase()
  const last = words.length > 1 ? firstLetter(words.at(-1)) : ''
  return (first + last).toUpperCase()
}

function firstLetter(word = ''): string {
  return word.match(/[\p{L}\p{N}]/u)?.[0] ?? ''
}

/** A tone from 1 to the number of tones that is always the same for an address. */
export function toneOf(address: string): number {
  let hash = 0x811c9dc5
  for (const letter of address.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  return ((hash >>> 0) % TONE_COUNT) + 1
}
