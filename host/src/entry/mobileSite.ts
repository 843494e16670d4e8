const MOBILE = /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile/i

/** The page on which a phone confirms the login of another browser, or the login that leads there. */
const STAYS_HERE = /^#\/(?:qrLogin\/|loginBefore\?redirect=(?:\/|%2F)qrLogin(?:\/|%2F))/i

/**
 * Where a mobile browser is sent (§1), or null: only where an operator runs a mobile site, never in a circle, and not from
 * the page that confirms a QR code.
 */
export function mobileSite(mobileUrl: string, userAgent: string, here: string): string | null {
  if (!mobileUrl || !MOBILE.test(userAgent)) return null
  try {
    if (STAYS_HERE.test(new URL(here).hash)) return null
    const there = new URL(mobileUrl, here)
    return there.origin === new URL(here).origin || !/^https?:$/.test(there.protocol) ? null : there.href
  } catch {
    return null
  }
}
