import { usePreference } from '@yanshu/shell-api'

/** Searches remembered on this device. */
const MOST = 8

/** The last searches, newest first, and how to forget them. */
export function useSearchHistory(): {
  list: readonly string[]
  remember: (keyword: string) => void
  clear: () => void
} {
  const [list, setList] = usePreference<string[]>('mail.searches', [])
  return {
    list,
    remember: (keyword) => setList(withSearch(list, keyword)),
    clear: () => setList([]),
  }
}

/** The list with a search in front, each once. */
export function withSearch(list: readonly string[], keyword: string): string[] {
  const text = keyword.trim()
  return text ? [text, ...list.filter((one) => one !== text)].slice(0, MOST) : [...list]
}
