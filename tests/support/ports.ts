import type { Server } from 'node:net'

/** The port that a server listens on. @throws Error when it listens on none. */
export const portOf = (server: Pick<Server, 'address'>): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}

/** Lets a server listen on a port of this machine, 0 for any free one. Returns the port. */
export const listenOn = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  return portOf(server)
}

/** Lets a server listen on any free port of this machine. Returns the port. */
export const listenOnFreePort = (server: Server): Promise<number> => listenOn(server, 0)
