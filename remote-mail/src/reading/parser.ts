import { type MailWindow, openParserWindow } from '@yanshu/mail-html'
import { useEffect, useState } from 'react'

/** The window that mails are parsed in: one for the page, opened when the first mail is near. */
let opened: Promise<MailWindow> | null = null
let ready: MailWindow | null = null

/** Opens it. Without its page (a server that does not serve it), mails are parsed in the window of the application. */
export function openParser(): Promise<MailWindow> {
  opened ??= openParserWindow()
    .catch((): MailWindow => window)
    .then((parser) => {
      ready = parser
      return parser
    })
  return opened
}

/** The parser's window, null for the moment until it is there. */
export function useParser(): MailWindow | null {
  const [parser, setParser] = useState(ready)
  useEffect(() => {
    if (parser) return
    let gone = false
    void openParser().then((opening) => {
      if (!gone) setParser(opening)
    })
    return () => {
      gone = true
    }
  }, [parser])
  return parser
}
