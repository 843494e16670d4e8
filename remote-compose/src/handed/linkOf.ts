/** The link of a handed draft, which works for its colleague alone. */
export const linkOf = (handId: string): string =>
  `${location.origin}${location.pathname}#/write/handed/0?hand=${encodeURIComponent(handId)}`
