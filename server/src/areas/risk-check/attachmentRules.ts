import type { Finding, RiskMail } from './riskMail.ts'

const RUNS = /\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|lnk|msi|ps1|jar|apk|cpl|reg|iso|img|vhdx?)$/i
const DOUBLE = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|zip|rar)\s*\.[a-z0-9]{2,4}$/i
const MACRO = /\.(?:docm|xlsm|pptm|xlam|dotm)$/i
const PAGE = /\.(?:s?html?|svg|mht)$/i
const ARCHIVE = /\.(?:zip|rar|7z|gz)$/i
const ARCHIVE_PASSWORD = /(?:解压)?密码[:：是为]?\s*\w{3,}|password(?: is)?[: ]+\w{3,}/i

/** What the files of a mail say by their names. */
export function attachmentFindings({ attachments, text }: Pick<RiskMail, 'attachments' | 'text'>): Finding[] {
  return attachments.flatMap(({ name }): Finding[] => {
    const words = { quotes: [], subject: name }
    if (RUNS.test(name)) return [{ rule: 'attachment', weight: DOUBLE.test(name) ? 7 : 6, ...words }]
    if (PAGE.test(name)) return [{ rule: 'attachment', weight: 3, ...words }]
    if (MACRO.test(name)) return [{ rule: 'macro', weight: 3, ...words }]
    const password = ARCHIVE.test(name) ? ARCHIVE_PASSWORD.exec(text)?.[0] : undefined
    return password ? [{ rule: 'lockedArchive', weight: 4, quotes: [password], subject: name }] : []
  })
}
