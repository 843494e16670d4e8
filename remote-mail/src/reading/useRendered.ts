import { type MailPass, type RenderedMail, renderMailHtml } from '@yanshu/mail-html'
import { http, isSlowLine, useGeneral, useStore } from '@yanshu/shell-api'
import { useMediaQuery } from '@yanshu/ui'
import { useMemo } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { type DrawnMail, type PictureFolder, picturesOf, sourceOf } from './mailSource.ts'
import { onPaper } from './onPaper.ts'
import { useParser } from './parser.ts'

const remoteImageUrl = (url: string): string => http.fileUrl('file/remoteImage', { url })

/** What there is to show of a mail. */
export interface Rendering {
  /** Null while the mail or its parser is not there, or when it failed. */
  readonly rendered: RenderedMail | null
  /** The mail cannot be shown; the rest of the view must not fail with it. */
  readonly failed: boolean
  readonly dark: boolean
}

/**
 * Renders the first `parts` of a mail for reading. Pure but for the addresses of this server, and for a slow line, on which
 * the pictures of a mail that is read come with those of other sites, when they are asked for.
 */
export function useRendered(
  detail: DrawnMail | undefined,
  allowRemote: boolean,
  parts: number,
  pictures?: PictureFolder,
  mailId = 0,
  fold?: MailPass,
): Rendering {
  const parser = useParser()
  const say = useWords()
  const { colorMode } = useGeneral()
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)')
  const dark = colorMode === 'dark' || (colorMode === 'system' && systemDark)
  const quoteLabel = say('reading.quote')
  const paper = useStore(onPaper).has(mailId)
  return useMemo(() => {
    if (!parser || !detail) return { rendered: null, failed: false, dark }
    try {
      const rendered = renderMailHtml(sourceOf(detail), {
        mode: 'read',
        allowRemote,
        cid: mailId && !allowRemote && isSlowLine?.() ? new Map() : picturesOf(detail, pictures),
        remoteImageUrl,
        scheme: dark && !paper ? 'dark' : 'light',
        quoteLabel,
        fold,
        window: parser,
        parts,
      })
      return { rendered: paper ? { ...rendered, tone: 'paper' } : rendered, failed: false, dark }
    } catch (error) {
      console.error(error)
      return { rendered: null, failed: true, dark }
    }
  }, [parser, detail, allowRemote, parts, dark, quoteLabel, pictures, paper, fold, mailId])
}
