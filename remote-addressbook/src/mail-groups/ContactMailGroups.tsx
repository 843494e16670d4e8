import type { ViewProps } from '@yanshu/contracts'
import { useSwitch } from '@yanshu/shell-api'
import { EmptyState } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { MailGroups } from './MailGroups.tsx'

/** `/addressbook/contactgroups`: the mail groups that one is in or may write to (§6). */
export default function ContactMailGroups(props: ViewProps) {
  const say = useWords()
  if (!useSwitch('authMailgroupFlag')) {
    return <EmptyState scene="none" title={say('mailgroup.closed')} text={say('org.closedText')} />
  }
  return <MailGroups {...props} place="contactgroups" />
}
