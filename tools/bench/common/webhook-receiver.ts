import { once } from 'node:events'
import { createServer } from 'node:http'
import type { HttpClient } from './callers.ts'

/** An address on this machine that webhooks are sent to; `messages` counts what came, by path. */
export type WebhookReceiver = {
  readonly url: string
  readonly messages: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** What a platform has to be started with to send webhooks to a receiver. */
export const WEBHOOKS_TO_THIS_MACHINE = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' }

/** Takes every message with 204. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const messages = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    messages.set(path, (messages.get(path) ?? 0) + 1)
    request.resume().on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    messages,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Creates a webhook; `events` left out: that incidents are opened and resolved. */
export const createWebhook = async (
  http: HttpClient,
  token: string,
  webhook: { readonly institutionKey: string; readonly url: string; readonly events?: readonly string[] },
): Promise<void> => {
  const { status, body } = await http.request('POST', '/incident/api/webhooks', token, JSON.stringify(webhook))
  if (status !== 201) throw new Error(`a webhook was answered with ${status}: ${body}`)
}
