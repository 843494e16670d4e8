import { useFolders, useGeneral, useT } from '@yanshu/shell-api'
import { SKINS } from '@yanshu/ui'
import { useEffect } from 'react'
import { faviconSvg, showFavicon } from './favicon.ts'

/** How much later than the page its title and icon may change: setting them uses time of the frame that shows the page. */
const AFTER_THE_PAGE_MS = 50

/**
 * The unread mails of the inbox in the title of the document and on its icon. Draws nothing, so that a mail that is read
 * does not draw the whole frame.
 */
export function UnreadTitle({ viewTitle }: { viewTitle: string }) {
  const say = useT('shell')
  const unread = useFolders().byRole('inbox')?.unread ?? 0
  const { skin } = useGeneral()
  const accent = SKINS.find((one) => one.id === skin)?.swatch ?? '#2456d6'
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = `${unread > 0 ? `(${unread}) ` : ''}${viewTitle ? `${viewTitle} - ` : ''}${say('product')}`
    }, AFTER_THE_PAGE_MS)
    return () => clearTimeout(timer)
  }, [unread, viewTitle, say])
  useEffect(() => {
    const timer = setTimeout(() => showFavicon(faviconSvg(unread, accent)), AFTER_THE_PAGE_MS)
    return () => clearTimeout(timer)
  }, [unread, accent])
  // The login page must not show the unread count of the former user.
  useEffect(() => () => showFavicon(faviconSvg(0, accent)), [accent])
  return null
}
