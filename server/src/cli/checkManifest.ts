import { DeployError, Deployment, readKeys, verifyDeployment } from '@yanshu/deploy'
import type { Config } from '../platform/config/config.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'

/**
 * Checks what `remotes verify` checks: that the manifest is valid, signed where it has to be, also after an upgrade, and that every
 * file that it names is there as it was built. Answers what was found. Throws an `OperatorError` with what people would miss.
 */
export async function checkManifest({
  dataFolder,
  clientFolder,
  manifestKeys,
}: Pick<Config, 'dataFolder' | 'clientFolder' | 'manifestKeys'>): Promise<string> {
  const deployment = new Deployment({ dataFolder, clientFolder, keysFile: manifestKeys })
  try {
    if (manifestKeys !== null) await readKeys(manifestKeys)
    const seen = await deployment.read()
    await deployment.requireTrust(seen)
    const { revision } = seen.manifest
    const wrong = (await verifyDeployment(deployment.places, seen.manifest)).filter(({ level }) => level === 'error')
    if (wrong.length > 0) {
      throw new OperatorError(
        `The manifest of the remotes, revision ${revision}: ${wrong.map(({ text }) => text).join('; ')}. See: remotes verify`,
      )
    }
    deployment.requireSigned(seen)
    return `the manifest of the remotes is at revision ${revision}, and all that it names is there`
  } catch (error) {
    if (error instanceof DeployError) throw new OperatorError(`The manifest of the remotes: ${error.message}`)
    throw error
  }
}
