import { useFolders, useGeneral, useT } from '@yanshu/shell-api'
import { SKINS } from '@yanshu/ui'
import { useEffect } from 'react'
import { faviconSvg, showFavicon } from './favicon.ts'

/** How much later than the page its title may change: to set it takes a part of the frame that shows the page. */
const AFTER_THE_PAGE_MS = 50

/** The unread mails of the inbox in the title of the document and on its icon. */
export function useUnreadTitle(viewTitle: string): void {
  const say = useT('shell')
  const unread = useFolders().byRole('inbox')?.unread ?? 0
  const { skin } = useGeneral()
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = `${unread > 0 ? `(${unread}) ` : ''}${viewTitle ? `${viewTitle} - ` : ''}${say('product')}`
    }, AFTER_THE_PAGE_MS)
    return () => clearTimeout(timer)
  }, [unread, viewTitle, say])
  useEffect(() => {
    const swatch = SKINS.find((one) => one.id === skin)?.swatch ?? '#2456d6'
    showFavicon(faviconSvg(unread, swatch))
    // The login page must not show the unread count of the former user.
    return () => showFavicon(faviconSvg(0, swatch))
  }, [unread, skin])
}
