/**
 * Parameters by which a link in a mail names the campaign or the person it was sent to. Kept as data, so that one is added by
 * a word. Names that sites also use for what they show (`id`, `ref`, `source`, `from`) are none of them.
 */
const NAMES: ReadonlySet<string> = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid li_fat_id igshid igsh mc_cid mc_eid _hsenc _hsmi ' +
    '__hssc __hstc __hsfp hsCtaTracking mkt_tok vero_id vero_conv oly_anon_id oly_enc_id _openstat wickedid s_cid ' +
    'cmpid dm_i ml_subscriber ml_subscriber_hash rb_clickid spm scm bd_vid _bdtrack from_tracking trk trkEmail trk_contact ' +
    'trk_msg trk_module trk_sid elqTrackId elqTrack sc_channel sc_campaign sc_uid nr_email_referer ck_subscriber_id'
  ).split(' '),
)

/** Beginnings of such names. */
const BEGINNINGS = /^(?:utm|mtm|pk|piwik|matomo|hsa|itm|vero)_/i

const nameOf = (pair: string): string => {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A link without its tracking parts, and the names of these. */
export interface CleanLink {
  readonly href: string
  /** Each once, in their order; empty where the link is as it was sent. */
  readonly removed: readonly string[]
}

/** Removes known tracking parameters from the query of a web address. All else stays letter by letter. */
export function cleanLink(href: string): CleanLink {
  const url = new URL(href)
  const pairs = url.search.slice(1).split('&')
  const removed = pairs.filter((pair) => NAMES.has(nameOf(pair)) || BEGINNINGS.test(nameOf(pair)))
  if (removed.length === 0) return { href, removed: [] }
  url.search = pairs.filter((pair) => !removed.includes(pair)).join('&')
  return { href: url.href, removed: [...new Set(removed.map(nameOf))] }
}
