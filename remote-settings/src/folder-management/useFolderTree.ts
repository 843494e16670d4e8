import { folders, useFolders } from '@yanshu/shell-api'
import { useCallback, useEffect, useState } from 'react'

/** The tree of folders; it is asked for when no other part has yet, and again by `retry` after that failed. */
export function useFolderTree() {
  const tree = useFolders()
  const [failed, setFailed] = useState(false)
  const retry = useCallback(() => {
    setFailed(false)
    folders.refresh().catch(() => setFailed(true))
  }, [])
  useEffect(() => {
    if (folders.tree().lists === null) retry()
  }, [retry])
  return { tree, failed: failed && tree.lists === null, retry }
}
