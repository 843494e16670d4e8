import { createInstance } from 'i18next'
import { setEngine } from './i18n.ts'

/**
 * Looks messages up by i18next from now on. It comes with the application: 15 kB gzip that the few words of a login page
 * do without. Cheap to call again.
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
      // Everything is there when it starts; whoever asks at once is answered.
      initAsync: false,
      resources: {},
    })
    void engine.init()
    return engine
  })
}
