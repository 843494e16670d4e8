import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { OperatorError } from '../errors/operatorError.ts'
import type { Config } from './config.ts'
import { fileFailure } from './fileFailure.ts'
import { makeFolder } from './makeFolder.ts'

/** Lies in a data folder while a backup is restored into it: what is there is not whole. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/**
 * Makes the data folder when it is not there. Throws an `OperatorError` when it cannot be made or written, and when a
 * restore into it has not ended.
 */
export async function requireDataFolder(folder: string): Promise<void> {
  try {
    // Other users of the machine must not read mail.
    await makeFolder(folder, 0o700)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `The data folder ${folder} cannot be used: ${fileFailure(error)}. Change its owner, or choose another with YANSHU_DATA`,
    )
  }
  if (!(await stat(path.join(folder, UNFINISHED_RESTORE)).catch(() => null))) return
  throw new OperatorError(
    `A restore into ${folder} has not ended, so what is there is not whole. If it does not run any more, run \`yanshu restore\` again with the same backup`,
  )
}

/** Whether the data folder can be used, and whether it is there already. Changes nothing. Throws an `OperatorError`. */
export async function inspectDataFolder(folder: string): Promise<{ exists: boolean }> {
  let existing = folder
  while (!(await stat(existing).catch(() => null))) existing = path.dirname(existing)
  await requireDataFolder(existing)
  return { exists: existing === folder }
}

/** Throws an `OperatorError` unless key and certificate of STARTTLS can be read and go together. */
export async function requireTls({ tls }: Pick<Config, 'tls'>): Promise<void> {
  if (!tls) return
  const read = (name: string, file: string) =>
    readFile(file).catch((error: unknown) => {
      throw new OperatorError(`${name}=${file} cannot be read: ${fileFailure(error)}. Correct the path or its rights`)
    })
  const key = await read('YANSHU_TLS_KEY', tls.key)
  const cert = await read('YANSHU_TLS_CERT', tls.cert)
  try {
    createSecureContext({ key, cert })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(
      `YANSHU_TLS_KEY=${tls.key} and YANSHU_TLS_CERT=${tls.cert} are no key and its certificate in PEM form (${reason})`,
    )
  }
}

/** Where programs of the system lie. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin']

/** Throws an `OperatorError` unless the program of exact pages is there, and what keeps it apart. */
export async function requireExactPages({ exactPages }: Pick<Config, 'exactPages'>): Promise<void> {
  if (!exactPages) return
  const { program, jail } = exactPages
  const runs = (file: string) =>
    access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
  if (!(await runs(program))) throw new OperatorError(`YANSHU_EXACT_PAGES names ${program}, which cannot be run`)
  if (jail === null) return
  const found = await Promise.all(SYSTEM_FOLDERS.map((folder) => runs(path.join(folder, jail))))
  if (!found.includes(true)) {
    throw new OperatorError('YANSHU_EXACT_PAGES needs bwrap, which is not installed here (Debian: bubblewrap)')
  }
}

/** Throws an `OperatorError` when the folder of the built client is not there. */
export async function requireClient({ clientFolder }: Pick<Config, 'clientFolder'>): Promise<void> {
  if (clientFolder === null) return
  const found = await stat(path.join(clientFolder, 'host')).catch(() => null)
  if (found?.isDirectory()) return
  throw new OperatorError(
    `YANSHU_CLIENT=${clientFolder} is not the built client: it has no folder “host”. Build it with node tools/build.ts`,
  )
}
