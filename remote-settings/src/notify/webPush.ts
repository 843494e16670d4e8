import { http } from '@yanshu/shell-api'

/** Whether this browser can receive notifications while the page is closed. */
export const canPush = (): boolean =>
  globalThis.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The browser refused the subscription: its push service cannot be reached, or the user denied the permission. */
export class PushRefusedError extends Error {}

/**
 * Subscribes the browser and sends its address to the server. Asks for the permission first, where it was not given. Throws
 * `PushRefusedError`, and the server's error.
 */
export async function listen(withContent: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusedError()
  const { publicKey } = await http.get('user/push/key')
  const subscription = await subscribe(publicKey)
  await http.post('user/push/subscribe', {
    endpoint: subscription.endpoint,
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
    withContent,
  })
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(publicKey)
  const registration = await navigator.serviceWorker.getRegistration()
  // Where an operator has switched the worker off, there is no registration.
  if (!registration) throw new PushRefusedError()
  const { pushManager } = registration
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch {
    // One for another key of this system is in the way.
    const former = await pushManager.getSubscription()
    if (!former) throw new PushRefusedError()
    await former.unsubscribe()
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => {
      throw new PushRefusedError()
    })
  }
}

/** The server sends no more notifications, and the browser is no longer subscribed. */
export async function stopListening(): Promise<void> {
  await http.post('user/push/unsubscribe', {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
