import { notify } from '../notice/notify.tsx'

/**
 * Copies a text and shows whether it worked (§8). Browsers have no clipboard on pages without TLS, and may refuse it:
 * `failed` shows what to do instead.
 */
export async function copyText(text: string, say: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(say.done)
  } catch {
    notify.warning(say.failed)
  }
}
