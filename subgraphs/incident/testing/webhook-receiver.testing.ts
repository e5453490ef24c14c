import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as a receiver gets it. */
export type Received = {
  readonly id: string
  readonly timestamp: number
  readonly signatures: readonly string[]
  readonly text: string
  readonly path: string
  readonly type: string
  readonly incidentId: number | undefined
}

/** A receiver of webhooks on the loopback. Close it. */
export type Receiver = {
  readonly url: string
  readonly received: Received[]
  /** Answers as the test says; with 204 by default. */
  answerWith(answer: (received: Received, response: ServerResponse) => void): void
  close(): Promise<void>
}

const taken = (_received: Received, response: ServerResponse): void => {
  response.writeHead(204).end()
}

/** Starts a receiver. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  let answer: (received: Received, response: ServerResponse) => void = taken
  const server = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request)).map(String).join('')
    const { type, data } = JSON.parse(text)
    const one: Received = {
      id: String(request.headers['webhook-id']),
      timestamp: Number(request.headers['webhook-timestamp']),
      signatures: String(request.headers['webhook-signature']).split(' '),
      text,
      path: String(request.url),
      type,
      incidentId: data.incidentId,
    }
    received.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answerWith(next) {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The signature that a receiver expects of a delivery, computed on its own. */
export const expectedSignature = (secret: string, { id, timestamp, text }: Received): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
}
