import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way to PostgreSQL, which can be cut and opened again. */
export async function openWay(target: URL) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const one of [socket, onward]) open.add(one.on('error', () => {}).on('close', () => open.delete(one)))
    socket.pipe(onward).pipe(socket)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    cut,
    lay: () => listen(port),
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
