import type { MailRow } from '../mail-cache/mailCache.ts'

type Say = (key: string, values: { count: number }) => string

/** What has happened to mails that were put into the recycle bin: letters that wait for their time are drafts instead. */
export function binnedWords(rows: readonly Pick<MailRow, 'sendAt'>[], say: Say): string {
  const drafted = rows.filter(({ sendAt }) => sendAt).length
  const binned = rows.length - drafted
  return [
    ...(binned > 0 ? [say('done.binned', { count: binned })] : []),
    ...(drafted > 0 ? [say('held.drafted', { count: drafted })] : []),
  ].join(' ')
}
