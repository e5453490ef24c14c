import { createServer } from 'node:http'
import { listenOnFreePort } from '../support/ports.ts'

/** A receiver of webhooks, one path for each institution. */
export type Receiver = {
  urlOf(institutionKey: string): string
  /** Collects the ids of the messages of an institution from now on. */
  record(institutionKey: string, ids: Set<string>): void
  close(): Promise<void>
}

/** Starts a receiver that takes everything. */
export const startReceiver = async (): Promise<Receiver> => {
  const recorded = new Map<string, Set<string>>()
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id'] ?? '').replace(/^msg_/, '')
    request.resume().once('end', () => {
      recorded.get(String(request.url).slice(1))?.add(id)
      response.end()
    })
  })
  const port = await listenOnFreePort(server)
  return {
    urlOf: (institutionKey) => `http://127.0.0.1:${port}/${institutionKey}`,
    record: (institutionKey, ids) => void recorded.set(institutionKey, ids),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
