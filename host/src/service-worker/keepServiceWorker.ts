import { CACHE, PAGE_CACHE } from './immutable.ts'

/**
 * Installs the service worker, or removes it with what it keeps where an operator switched it off (the setting stands
 * in the page, which the worker never touches). Browsers that have none, and builds without one, lose nothing.
 */
export async function keepServiceWorker(wanted: boolean): Promise<void> {
  const workers = globalThis.navigator?.serviceWorker
  if (!workers) return
  try {
    if (wanted) {
      await workers.register('/service-worker.js', { updateViaCache: 'none' })
      return
    }
    for (const registration of await workers.getRegistrations()) await registration.unregister()
    await caches.delete(CACHE)
    await caches.delete(PAGE_CACHE)
  } catch (error) {
    console.warn('No service worker', error)
  }
}
