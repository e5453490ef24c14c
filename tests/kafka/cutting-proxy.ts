import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../support/ports.ts'

/** The number by which Kafka knows a request to write. */
const PRODUCE = 0

export type CuttingProxy = {
  readonly port: number
  /** How many answers were cut off. */
  readonly cuts: () => number
  close(): Promise<void>
}

/**
 * Sits between a client and a broker, and cuts the connection where the broker has taken messages and says so: the
 * client cannot know whether they were written. Every `every`th such answer is cut.
 */
export const openCuttingProxy = async (brokerPort: number, every: number): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>()
  let answers = 0
  let cuts = 0
  const server = createServer((client) => {
    const broker = connect({ host: '127.0.0.1', port: brokerPort })
    let produces = false
    let begins = true
    const cut = () => {
      client.destroy()
      broker.destroy()
    }
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', cut).once('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => {
      // One request is in flight, so what follows an answer begins with the size and the number of the next request.
      if (begins && chunk.length >= 6) produces = chunk.readInt16BE(4) === PRODUCE
      begins = false
      broker.write(chunk)
    })
    broker.on('data', (chunk) => {
      begins = true
      if (produces) answers += 1
      if (!produces || answers % every !== 0) return void client.write(chunk)
      cuts += 1
      cut()
    })
    client.once('end', () => broker.end())
    broker.once('end', () => client.end())
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
