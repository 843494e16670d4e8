import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryRoot } from '../../server/src/testing/temporaryRoot.ts'
import { newPinParameters, openVault, toBase64, toPem } from '../../shared/cms/src/index.ts'
import { TestAuthority } from '../../shared/cms/src/testing/testAuthority.ts'
import { type Api, DOMAIN } from '../support/api.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'

const MAIN = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
export const PIN = '482913'

export type Issued = Awaited<ReturnType<TestAuthority['issue']>>

/** A server with keys of mail, and two authorities that it trusts. */
export interface KeyServer {
  readonly server: OwnServer
  /** The folder into which its memory is written on SIGUSR2. */
  readonly memory: string
  /** What it has printed. */
  printed(): string
  /** Runs `yanshu ca` as its operator. Rejects with what the command printed when it fails. */
  yanshu(...args: string[]): Promise<unknown>
  /** Writes a certificate into a file for such a command. Answers the path. */
  fileOf(name: string, certificate: Issued['certificate']): string
  /** Issues for each key that waits for a certificate, by the authority of the operator. */
  issueAll(): Promise<unknown>
  /** A key with a certificate of the other authority, whose responder names it good, or `revoked`. */
  issueFor(user: string, name?: string): Promise<Issued>
  remove(): Promise<void>
}

export async function startKeyServer(): Promise<KeyServer> {
  const memory = mkdtempSync(path.join(temporaryRoot(), 'yanshu-memory-'))
  const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${memory}`
  let printed = ''
  const server = await startServer({
    settings: { NODE_OPTIONS, YANSHU_REVOCATION_HOSTS: '127.0.0.1' },
    onOutput: (text) => {
      printed += text
    },
  })
  server.setSwitches({ smimeEnable: true, smimeCodeEnable: true })
  const folder = path.join(server.client, '..')
  const [operator, secret] = [path.join(folder, 'authority'), path.join(folder, 'secret')]
  const yanshu = (...args: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, '--data', server.dataFolder, 'ca', ...args])
  const fileOf = (name: string, { der }: Issued['certificate']) => {
    const file = path.join(folder, `${name}.pem`)
    writeFileSync(file, toPem('CERTIFICATE', der))
    return file
  }
  writeFileSync(secret, 'a passphrase of the test')
  await yanshu('create', operator, '--name', 'Test CA', '--algorithm', 'ec', '--passphrase-file', secret)
  const authority = await TestAuthority.make('Another CA')
  const both = fileOf('trusted', authority.certificate)
  appendFileSync(both, readFileSync(path.join(operator, 'authority.pem')))
  await yanshu('trust', both)
  // The path names the key that is asked about.
  const issued = new Map<string, Issued>()
  const responder = createServer(async (request, response) => {
    request.resume()
    const name = request.url?.slice(1) ?? ''
    const about = issued.get(name)?.certificate
    response.end(about && (await authority.answer(about, { status: name === 'revoked' ? 'revoked' : 'good' })))
  })
  await new Promise<void>((resolve) => responder.listen(0, '127.0.0.1', resolve))
  const { port } = responder.address() as AddressInfo
  return {
    ...{ server, memory, yanshu, fileOf },
    printed: () => printed,
    issueAll: () => yanshu('issue', operator, '--all', '--passphrase-file', secret),
    async issueFor(user, name = `${issued.size}`) {
      const ocsp = [`http://127.0.0.1:${port}/${name}`]
      const one = await authority.issue({ addresses: [`${user}@${DOMAIN}`], ocsp })
      issued.set(name, one)
      return one
    },
    async remove() {
      await server.remove()
      responder.close()
      rmSync(memory, { recursive: true, force: true })
    },
  }
}

/** The least that the page accepts: each PIN that is tried costs seconds of a busy machine. */
const COST = 32_768

/** Keeps keys under the PIN, as the page does after it has made them. */
export async function saveKeys(api: Api, issued: readonly Issued[]): Promise<void> {
  const vault = await openVault(PIN, newPinParameters(COST))
  const keys = await Promise.all(
    issued.map(async ({ key, certificate }) => ({
      ...{ sealed: await vault.seal(key.pkcs8), request: '', certificates: [toBase64(certificate.der)] },
    })),
  )
  const { salt } = vault.parameters
  const parameters = { kind: 'scrypt', cost: COST, blockSize: 8, salt } as const
  await api.post('keymanagement/key/save', { proof: vault.proof, parameters, keys })
}
