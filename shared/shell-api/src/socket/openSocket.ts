import { fetchPart } from '../parts/fetchPart.ts'
import { absoluteSocket } from './absoluteSocket.ts'
import type { Connection, ConnectionEvents } from './connection.ts'

/**
 * Opens a socket of a remote that reconnects until it is closed; what is sent before it is open waits. The caller
 * closes it with the login that it belongs to, and when the server refuses it.
 * @param written absolute, or a path of this origin, as the settings of the deployment have it
 */
export async function openSocket(written: string, events: ConnectionEvents): Promise<Connection> {
  const { connect } = await fetchPart(() => import(/* webpackChunkName: "socket" */ './connection.ts'))
  return connect(absoluteSocket(written), events)
}
