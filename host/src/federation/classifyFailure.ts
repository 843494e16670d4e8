import { examineFile, isChunkFailure, PartError, partErrorOf } from '@yanshu/shell-api'
import { RemoteError } from './RemoteError.ts'
import { SharedModuleError } from './SharedModuleError.ts'

/** Messages of the federation runtime when a shared module is not there in the version that a remote was built with. */
const COMPAT = /does not satisfy the requirement|Cannot find shared|Can not get|RUNTIME-00[56]/

/**
 * Names the class of whatever was thrown while a remote or a part of it was fetched and started. What the host itself
 * could not give stays what it is.
 * @param timeout milliseconds for looking at a file that failed
 */
export async function classifyLoading(
  error: unknown,
  remote: string,
  version: string,
  timeout: number,
): Promise<RemoteError | SharedModuleError> {
  if (error instanceof RemoteError || error instanceof SharedModuleError) return error
  const part = await partErrorOf(error, timeout)
  const seen = part.class === 'evaluate' && COMPAT.test(part.message) ? 'compat' : part.class
  return new RemoteError(seen, remote, version, part.message, error)
}

/** The same for what was thrown on the screen, where code that is still on its way may fail to come as well. */
export async function classifyOnScreen(
  error: unknown,
  remote: string,
  version: string,
  timeout: number,
): Promise<RemoteError | SharedModuleError> {
  if (error instanceof RemoteError || error instanceof PartError || isChunkFailure(error)) {
    return classifyLoading(error, remote, version, timeout)
  }
  return new RemoteError('render', remote, version, error instanceof Error ? error.message : String(error), error)
}

/**
 * Whether the file for which a version failed can be had now; false for another failure.
 * @param timeout milliseconds for looking at it
 */
export async function isThereAgain({ class: seen, cause }: RemoteError, timeout: number): Promise<boolean> {
  // webpack's error for a chunk that did not come has its address.
  const lost = (cause instanceof PartError ? cause.cause : cause) as { readonly request?: string } | undefined
  return seen === 'load' && !!lost?.request && (await examineFile(lost.request, timeout)).isThere
}
