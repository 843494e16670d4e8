import { Deployment } from '@yanshu/deploy'
import type { Context } from '../../store/context/context.ts'

/** The manifest of this installation with its history. */
export const deploymentOf = ({ config }: Pick<Context, 'config'>): Deployment =>
  new Deployment({
    dataFolder: config.dataFolder,
    clientFolder: config.clientFolder,
    keysFile: config.manifestKeys,
  })
