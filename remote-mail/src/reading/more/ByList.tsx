import type { MailingList } from '@yanshu/contracts'
import { useMoreT } from './words.ts'

interface ByListProps {
  list: MailingList
  className?: string | undefined
}

/** In the head of a mail: the mailing list by which it came, with the address of all its readers on hover. */
export function ByList({ list: { name, address }, className }: ByListProps) {
  const t = useMoreT()
  return (
    <p className={className} title={address ?? undefined}>
      {t('byList', { name })}
    </p>
  )
}
