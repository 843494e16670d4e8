import { VALID_DAYS_MAX } from '../limits.ts'

/** What an organisation allows of sharing files. It holds for every way in which files reach others. */
export interface SharingRule {
  /** Whether files may be fetched without a login. */
  readonly outside: boolean
  /** Whether what is fetched without a login needs a code, which links of the document center always do. */
  readonly codeRequired: boolean
  /** For how many days a link is good at most, also one that was made before. */
  readonly daysMax: number
  /** Whether a viewed file has the reader's name or network over it. A file that is fetched has none, so it is not. */
  readonly watermark: boolean
  /** Whether files may only be viewed by those who may not change them. */
  readonly viewOnly: boolean
}

/** What holds until an administrator has decided. */
export const SHARING_DEFAULTS: SharingRule = {
  outside: true,
  codeRequired: false,
  daysMax: VALID_DAYS_MAX,
  watermark: false,
  viewOnly: false,
}

/**
 * Every way in which a file reaches a reader. `link`: a link with a code. `letterLink`: a large file of a letter, whose link
 * has none; a login of the organisation opens it too. `shared`: inside of the organisation, by name. `own`: one's own files,
 * in the page, by WebDAV and in the archive.
 */
export type SharingWay =
  | 'linkShown'
  | 'linkFetched'
  | 'letterLinkFetched'
  | 'letterLinkFetchedInside'
  | 'sharedShown'
  | 'sharedFetched'
  | 'editedFetched'
  | 'ownFetched'

/** Why a way is closed. */
export type SharingRefusal = 'outside' | 'code' | 'view-only'

export const isViewOnly = ({ viewOnly, watermark }: SharingRule): boolean => viewOnly || watermark

/** Whether the rule of the organisation closes a way; null where it is open. Who may change files has to fetch them. */
export function sharingRefusal(rule: SharingRule, way: SharingWay): SharingRefusal | null {
  const shownAlone = isViewOnly(rule) ? 'view-only' : null
  switch (way) {
    case 'linkShown':
      return rule.outside ? null : 'outside'
    case 'linkFetched':
      return rule.outside ? shownAlone : 'outside'
    case 'letterLinkFetched':
      if (!rule.outside) return 'outside'
      return rule.codeRequired ? 'code' : shownAlone
    case 'sharedFetched':
      return shownAlone
    case 'letterLinkFetchedInside':
    case 'sharedShown':
    case 'editedFetched':
    case 'ownFetched':
      return null
  }
}

const DAY_MS = 24 * 60 * 60_000

/** When a link ends by its own time and the longest that the organisation allows. `from`: when its time began. */
export const sharingEnd = (
  { daysMax }: SharingRule,
  { from, expiresAt }: { readonly from: number; readonly expiresAt: number },
): number => Math.min(expiresAt, from + daysMax * DAY_MS)
