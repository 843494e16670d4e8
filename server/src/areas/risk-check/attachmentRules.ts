import type { CleanText } from './cleanText.ts'
import { findPhrases } from './findPhrases.ts'
import { readHtml } from './readHtml.ts'
import type { Finding, RiskMail } from './riskMail.ts'
import { PHRASES } from './words/phrases.ts'

const RUNS = /\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|lnk|msi|ps1|jar|apk|cpl|reg|iso|img|vhdx?)$/i
const DOUBLE = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|zip|rar)\s*\.[a-z0-9]{2,4}$/i
const MACRO = /\.(?:docm|xlsm|xlsb|pptm|xlam|dotm|xltm)$/i
/** Documents of an older kind, which can hold macros under the usual name. */
const OLD_DOCUMENT = /\.(?:docx?|xlsx?|pptx?|rtf)$/i
const PAGE = /\.(?:s?html?|xhtml|svgz?|mht)$/i
const DRAWING = /\.svgz?$/i
const ARCHIVE = /\.(?:zip|rar|7z|gz)$/i
const ARCHIVE_PASSWORD = /(?:解压)?密码[:：是为]{0,2}\s?\w{3,20}|password(?: is| for the archive)?[: ]{1,3}\w{3,20}/i

/** Files whose content is checked (`RiskFile.content`). */
export const isPage = (name: string): boolean => PAGE.test(name)

/** Findings of the files of a mail: by their names, and of pages by their content. */
export function attachmentFindings(
  { attachments, text }: Pick<RiskMail, 'attachments' | 'text'>,
  clean: CleanText,
): Finding[] {
  const asksForMacros = findPhrases(clean, PHRASES.macros)
  return attachments.flatMap(({ name, content }): Finding[] => {
    const words = { quotes: [], subject: name }
    if (RUNS.test(name)) return [{ rule: 'attachment', weight: DOUBLE.test(name) ? 7 : 6, ...words }]
    if (PAGE.test(name)) return [{ rule: 'attachment', weight: weightOfPage(name, content), ...words }]
    if (asksForMacros.length > 0 && (MACRO.test(name) || OLD_DOCUMENT.test(name)))
      return [{ rule: 'macro', weight: 6, quotes: asksForMacros, subject: name }]
    if (MACRO.test(name)) return [{ rule: 'macro', weight: 3, ...words }]
    const password = ARCHIVE.test(name) ? ARCHIVE_PASSWORD.exec(text.slice(0, 100_000))?.[0] : undefined
    return password ? [{ rule: 'lockedArchive', weight: 4, quotes: [password], subject: name }] : []
  })
}

/** A form or a script in a page is enough; a page of words and tables is a report. One that was not read counts between. */
function weightOfPage(name: string, content: string | undefined): number {
  if (content === undefined) return 3
  const { forms, passwordFields, scripts } = readHtml(content)
  const acts =
    forms + passwordFields + scripts > 0 ||
    /\bon(?:load|click|error)\s{0,5}=|http-equiv\s{0,5}=\s{0,5}["']?refresh/i.test(content)
  if (acts) return 6
  return DRAWING.test(name) ? 2 : 1
}
