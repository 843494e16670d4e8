import type { MailingList } from '@yanshu/contracts'
import { useMoreWords } from './words.ts'

interface ByListProps {
  list: MailingList
  className?: string | undefined
}

/** In the head of a mail: the mailing list by which it came, with the address of all its readers on hover. */
export function ByList({ list: { name, address }, className }: ByListProps) {
  const say = useMoreWords()
  return (
    <p className={className} title={address ?? undefined}>
      {say('byList', { name })}
    </p>
  )
}
