import type { MailAddress } from '@yanshu/contracts'

/** Why a first letter to an outside address is asked about. */
export type FirstOutside =
  /** Its domain is nearly that of an address written to before. */
  | { readonly why: 'similar'; readonly address: string; readonly known: string }
  /** Another address of a person of this name was written to before. */
  | { readonly why: 'sameName'; readonly address: string; readonly known: string }
  /** It stands among colleagues. */
  | { readonly why: 'mixed'; readonly address: string }

/** Letters by which a domain may differ and still be taken for the other. */
const NEAR = 2
/** Shorter domains are near to too many. */
const DOMAIN_MIN = 6
/** Right as they are, however near one is to another. */
const COMMON: ReadonlySet<string> = new Set(
  'qq.com 163.com 126.com 139.com 189.cn yeah.net sina.com sina.cn foxmail.com gmail.com hotmail.com outlook.com live.com icloud.com'.split(
    ' ',
  ),
)

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * What is odd about outside addresses that are written to for the first time: a slip in the domain, another address of the
 * same person, one outsider among colleagues. A first letter is nothing odd by itself.
 * @param firsts those written to for the first time, all outside
 * @param known people written to before
 * @param isAmongColleagues whether the letter also goes to people of the organisation
 */
export function oddFirsts(
  firsts: readonly MailAddress[],
  known: readonly MailAddress[],
  isAmongColleagues: boolean,
): FirstOutside[] {
  return firsts.flatMap(({ name, address }): FirstOutside[] => {
    const domain = domainOf(address)
    const similar = known.find((one) => isNear(domain, domainOf(one.address)))
    if (similar) return [{ why: 'similar', address, known: similar.address }]
    const namesake = name !== '' && known.find((one) => one.name === name && !isSameAddress(one.address, address))
    if (namesake) return [{ why: 'sameName', address, known: namesake.address }]
    return isAmongColleagues ? [{ why: 'mixed', address }] : []
  })
}

const isSameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const isNear = (a: string, b: string): boolean =>
  a !== b &&
  !COMMON.has(a) &&
  Math.min(a.length, b.length) >= DOMAIN_MIN &&
  Math.abs(a.length - b.length) <= NEAR &&
  distance(a, b) <= NEAR

/** Letters that are to be changed, added, taken away or exchanged with the next one, to make one text the other. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
