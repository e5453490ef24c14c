import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Received } from './answers.ts'

export type Sender = {
  send(
    url: string,
    asked: { method: string; target: string; headers: Readonly<Record<string, string>>; body: string | null },
  ): Promise<Received>
  close(): void
}

/** Sends requests as they are: the target is not tidied, as clients for browsers do. Connections are kept. */
export const openSender = (): Sender => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    async send(url, { method, target, headers, body }) {
      const sent = request(url, { agent, method: method.toUpperCase(), path: target, headers })
      sent.end(body ?? undefined)
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      if (answer === undefined) throw new Error('no answer')
      const type = String(answer.headers['content-type'] ?? '')
      const status = answer.statusCode ?? 0
      // A stream of events has no end.
      if (type.startsWith('text/event-stream')) {
        answer.destroy()
        return { status, type, text: '' }
      }
      const parts: Buffer[] = []
      for await (const chunk of answer) parts.push(Buffer.from(chunk))
      return { status, type, text: Buffer.concat(parts).toString('utf8') }
    },
    close: () => agent.destroy(),
  }
}
