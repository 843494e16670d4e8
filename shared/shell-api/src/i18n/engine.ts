import { createInstance } from 'i18next'
import { setEngine } from './i18n.ts'

/**
 * Looks messages up by i18next from now on. It is loaded with the application: the login page has few messages and saves
 * its 15 kB gzip. Cheap to call again.
 */
export function startMessages(): void {
  setEngine((lng) => {
    const engine = createInstance({
      lng,
      fallbackLng: 'zh',
      ns: [],
      nsSeparator: false,
      returnEmptyString: true,
      // Text is put in as it is: React escapes what it shows.
      interpolation: { escapeValue: false },
      // All messages are there when it starts, so it answers synchronously.
      initAsync: false,
      resources: {},
    })
    void engine.init()
    return engine
  })
}
