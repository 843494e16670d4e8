const MOBILE = /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile/i

/** Where a mobile browser is sent (§1), or null: only where an operator runs a mobile site, and never in a circle. */
export function mobileSite(mobileUrl: string, userAgent: string, here: string): string | null {
  if (!mobileUrl || !MOBILE.test(userAgent)) return null
  try {
    const there = new URL(mobileUrl, here)
    return there.origin === new URL(here).origin || !/^https?:$/.test(there.protocol) ? null : there.href
  } catch {
    return null
  }
}
