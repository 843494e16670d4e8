import { buildServiceApp } from '../serviceApp.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) while a file comes in, for tests. A process of its own: given are the store's address,
 * the data folder and the time of its clock. It writes the address that it listens on.
 */
const [database = '', folder = '', clock = ''] = process.argv.slice(2)

const app = await buildServiceApp(await openKilled(database, folder, Number(clock)))
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
