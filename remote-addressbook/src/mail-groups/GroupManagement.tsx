import type { ViewProps } from '@yanshu/contracts'
import { useSwitch } from '@yanshu/shell-api'
import { EmptyState } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import { MailGroups } from './MailGroups.tsx'

/** `/addressbook/groupmanagement`: the mail groups that one manages (§6). */
export default function GroupManagement(props: ViewProps) {
  const say = useWords()
  if (!useSwitch('adminMailgroupFlag')) {
    return <EmptyState scene="none" title={say('mailgroup.closed')} text={say('org.closedText')} />
  }
  return <MailGroups {...props} place="groupmanagement" />
}
