import type { Federation, LoadedRemote } from './federation.ts'
import { RemoteError } from './RemoteError.ts'

/**
 * Does something with a remote that needs code of it: shows a route, fills a slot, learns its words. When that code
 * cannot be had, the version is given up and the next candidate of the manifest is asked for the same.
 * @param use rejects with a {@link RemoteError} where the version is to blame; anything else goes to the caller
 * @throws {RemoteError} the failure of the version that was meant, when no other works either
 */
export async function withRemote<T>(
  federation: Federation,
  name: string,
  use: (remote: LoadedRemote) => Promise<T>,
): Promise<T> {
  let first: RemoteError | undefined
  for (;;) {
    const remote = await federation.load(name).catch((error: unknown) => {
      throw first ?? error
    })
    try {
      return await use(remote)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      first ??= error
      const { replaced } = await federation.failed(remote, error)
      if (!replaced) throw first
    }
  }
}
