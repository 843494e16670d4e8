import type { DepartmentNode } from '@yanshu/contracts'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, ErrorCard, FolderTree, type TreeNode } from '@yanshu/ui'
import { useMemo, useState } from 'react'
import { treeQuery } from '../organization/useOrganization.ts'
import { useWords } from '../useWords.ts'

function nodesOf(list: readonly DepartmentNode[]): TreeNode[] {
  const below = new Map<number | null, DepartmentNode[]>()
  for (const one of list) below.set(one.parentId, [...(below.get(one.parentId) ?? []), one])
  const make = (parent: number | null, depth: number): TreeNode[] =>
    // Departments are put below each other by hand, so a circle is possible.
    depth > 20
      ? []
      : (below.get(parent) ?? []).map(({ deptId, deptName }) => ({
          id: String(deptId),
          label: deptName,
          children: make(deptId, depth + 1),
        }))
  return make(null, 0)
}

/** Lets a department be chosen; null when none was. */
export function DepartmentDialog({ onDone }: { onDone: (deptId: number | null) => void }) {
  const say = useWords()
  const [chosen, setChosen] = useState<string>()
  const [expanded, setExpanded] = useState<ReadonlySet<string> | null>(null)
  const { data, isError, refetch } = useQuery(treeQuery)
  const nodes = useMemo(() => nodesOf(data ?? []), [data])
  return (
    <Dialog
      open
      title={say('mailgroup.department')}
      onClose={() => onDone(null)}
      footer={
        <>
          <Button onClick={() => onDone(null)}>{say('form.cancel')}</Button>
          <Button variant="primary" disabled={!chosen} onClick={() => onDone(Number(chosen))}>
            {say('mailgroup.department')}
          </Button>
        </>
      }
    >
      {isError ? (
        <ErrorCard what={say('org.failed')} advice={say('list.failedAdvice')} onRetry={() => void refetch()} />
      ) : (
        <FolderTree
          label={say('mailgroup.department')}
          nodes={nodes}
          expanded={expanded ?? new Set(nodes.map(({ id }) => id))}
          onExpandedChange={setExpanded}
          selectedId={chosen}
          onSelect={setChosen}
        />
      )}
    </Dialog>
  )
}
