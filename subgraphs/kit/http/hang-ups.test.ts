import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ListeningService, listenTestService, tokenFor } from '../../../tests/support/hosted-service.ts'
import type { ByteStream } from '../rest/answer.ts'

const sdl = `
  type Query { ready: Boolean! @access @rest(route: "GET /api/ready") }
  type Mutation {
    upload(file: Bytes! @restParam(in: STREAM)): Int! @inaccessible @access @rest(route: "POST /api/files")
    say(words: JSON! @restParam(in: BODY)): JSON! @access @rest(route: "POST /api/words")
  }
`

const uploads: Promise<unknown>[] = []

const countBytes = async ({ chunks }: ByteStream) => {
  let sizeBytes = 0
  for await (const chunk of chunks) sizeBytes += chunk.length
  return sizeBytes
}

const resolvers = {
  Query: { ready: () => true },
  Mutation: {
    upload: (_: unknown, { file }: { file: ByteStream }) => {
      const counted = countBytes(file)
      uploads.push(counted)
      return counted
    },
    say: (_: unknown, { words }: { words: unknown }) => words,
  },
}

let service: ListeningService
let origin: string
beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers })
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => service.close())

/** Sends the beginning of a body, hangs up, and waits until the listener has noticed. */
const hangUp = async (path: string, type: string) => {
  const headers = { authorization: `Bearer ${await tokenFor({})}`, 'content-type': type, 'content-length': 900 }
  const come = once(service.app.server, 'request')
  const sent = request(`${origin}/claims${path}`, { method: 'POST', headers })
  sent.on('error', () => {})
  sent.write('[')
  const [incoming, response] = await come
  await vi.waitFor(() => expect(incoming.readableDidRead).toBe(true))
  const closed = once(response, 'close')
  sent.destroy()
  await closed
}

test('a caller that hangs up before its body has come is no error of the platform', async () => {
  await hangUp('/api/files', 'text/plain')
  await expect(uploads[0]).rejects.toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field: 'body' }] })
  await hangUp('/api/words', 'application/json')
  expect((await fetch(`${origin}/claims/api/ready`)).status).toBe(401)
  expect(service.lines).toEqual([])
})
