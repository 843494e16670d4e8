import { http } from '@yanshu/shell-api'

/**
 * Opens the management console in a window of its own, with a token for one use (§6). The window is opened before the
 * server is asked: later, the browser would take it for an advertisement.
 */
export async function openConsole(): Promise<void> {
  const opened = window.open('', '_blank')
  try {
    const { url } = await http.post('console/token')
    if (opened) {
      opened.opener = null
      opened.location.replace(url)
    } else location.assign(url)
  } catch {
    // `http` has shown why.
    opened?.close()
  }
}
