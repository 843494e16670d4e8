import type { ViewProps } from '@yanshu/contracts'
import { go } from '@yanshu/shell-api'
import { useEffect } from 'react'

/** `/addressbook` leads to the contacts. */
export default function ToAllContacts({ active }: ViewProps) {
  useEffect(() => {
    if (active) go('/addressbook/allcontacts', { replace: true })
  }, [active])
  return null
}
