import type { SlotProps } from '@yanshu/contracts'
import { intents } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { useFollowUpWords } from '../follow-up/words.ts'

/** Keeps the files of the mail that is read, one, several or all. Nothing for a mail without files. */
export function KeepFiles({ mail }: SlotProps<'mail.tool'>) {
  const say = useFollowUpWords()
  const files = mail.attachments.filter(({ contentId }) => contentId === null)
  if (files.length === 0) return null
  const keep = () => intents.send('files.save', { files: files.map(({ fileId, name }) => ({ fileId, name })) })
  return (
    // Where the document center cannot be had, the sending shows it.
    <IconButton icon="document-center" label={say('keepFiles')} onClick={() => void keep().catch(() => undefined)} />
  )
}
