import { addMessages, t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { NS } from '../write/namespace.ts'
import { en, zh } from './words.ts'

/** Long enough to read it and to decide, in milliseconds. */
const SHOWN_MS = 20_000

/**
 * Offers to take out of a picture of the letter where it was taken. It goes as it is where its writer does nothing.
 * @param remove removes it; what it rejects with has been shown
 */
export function offerBare(remove: () => Promise<unknown>): void {
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
  const say = (key: string) => t(NS, `picturePlace.${key}`)
  notify.info(say('said'), {
    duration: SHOWN_MS,
    action: {
      label: say('remove'),
      onClick: () =>
        void remove().then(
          () => notify.success(say('removed')),
          () => undefined,
        ),
    },
  })
}
