import { fetchPart, partErrorOf } from '@yanshu/shell-api'
import { SharedModuleError } from './SharedModuleError.ts'

/**
 * How the host hands out a group of modules that comes when the first remote asks: asked for again when it is lost on the
 * way. Rejects with a {@link SharedModuleError} when it cannot be had now.
 */
export const handOut = (load: () => Promise<unknown>) => () =>
  fetchPart(load).then(
    (module) => () => module,
    async (error: unknown) => {
      throw new SharedModuleError(await partErrorOf(error))
    },
  )
