import { t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'

/** Acts by a part of the page that is fetched when it is needed; where it does not come, a message is shown. */
export const acting = <P>(load: () => Promise<P>, act: (part: P) => unknown): void =>
  void load()
    .then(act)
    .catch(() => notify.error(t('remote-mail', 'error.unknown')))
