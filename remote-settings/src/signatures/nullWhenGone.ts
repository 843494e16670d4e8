import { Code } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'

/** Null for what was deleted; every other failure goes on. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof ApiError && error.code === Code.notFound) return null
  throw error
}
