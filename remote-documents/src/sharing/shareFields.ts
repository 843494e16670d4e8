import {
  EXTRACT_CODE_MAX,
  EXTRACT_CODE_MIN,
  SHARE_COUNT_MAX,
  SHARE_VALIDITY_DAYS,
  type SharingRule,
} from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'

/** The links of the person among what is kept of the server. */
export const SHARES_KEY = ['documents', 'shares']

/** Without characters that look alike. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random code, which does not follow from other codes. */
export function newShareCode(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(6))
  return [...drawn].map((number) => CHARACTERS[number % CHARACTERS.length]).join('')
}

export const isShareCode = (code: string): boolean =>
  /^[A-Za-z0-9]+$/.test(code) && code.length >= EXTRACT_CODE_MIN && code.length <= EXTRACT_CODE_MAX

/** §5: required, not 0, at most 100. */
export const isShareCount = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= SHARE_COUNT_MAX

/** What the organisation allows; undefined until it is answered. */
export const useSharingRule = (): SharingRule | undefined =>
  useQuery({
    queryKey: ['documents', 'sharingRule'],
    queryFn: () => http.get('documents/share/rule', {}, { silent: true }),
    staleTime: 0,
  }).data

/** The times of a link that may be chosen (§5), and the longest that the organisation allows where it is shorter. */
export function validityDays(rule: SharingRule | undefined): readonly number[] {
  const longest = rule?.daysMax ?? Number.POSITIVE_INFINITY
  const days = SHARE_VALIDITY_DAYS.filter((value) => value <= longest)
  return longest < (SHARE_VALIDITY_DAYS.at(-1) ?? 0) && !days.some((value) => value === longest)
    ? [...days, longest]
    : days
}
