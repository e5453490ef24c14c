import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ListeningService, listenTestService, metrics, tokenFor } from '../../../tests/support/hosted-service.ts'

const MIB = 1_048_576
const PATIENTLY = { interval: 5, timeout: 10_000 }
const LARGE = Array.from({ length: 12 }, () => 'x'.repeat(MIB))
const sdl = `
  type Query {
    large: [String!]! @access @rest(route: "GET /api/large")
  }
`

let service: ListeningService
let port: number
const sockets: ReturnType<typeof connect>[] = []

beforeAll(async () => {
  service = await listenTestService({ sdl, resolvers: { Query: { large: () => LARGE } } })
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => service.close())

/** Asks for a large answer. `reads`: how many bytes are read of it before the client pauses. */
const ask = (token: string, reads: number) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let head = ''
  let bytes = 0
  socket.on('error', () => {})
  socket.on('data', (part) => {
    if (bytes === 0) head = part.toString('latin1', 0, 1_024)
    bytes += part.length
    if (bytes >= reads) socket.pause()
  })
  socket.write(`GET /claims/api/large HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return { head: () => head, bytes: () => bytes }
}

const heldBytes = async () => {
  const gauge = await metrics.getSingleMetric('fleetops_http_answer_bytes')?.get()
  return gauge?.values[0]?.value
}

test('clients that read nothing hold a bounded amount of answers, at their own cost', async () => {
  const token = await tokenFor({})
  const flood = Array.from({ length: 20 }, () => ask(token, 1))
  await expect.poll(() => flood.filter(({ head }) => head() !== '').length, PATIENTLY).toBe(20)
  const refused = flood.filter(({ head }) => head().startsWith('HTTP/1.1 503 '))
  // A quarter of 256 MiB holds five answers of 12 MiB.
  expect(refused).toHaveLength(15)
  expect(refused[0]?.head()).toMatch(/retry-after: 2\r\n[\s\S]*application\/problem\+json[\s\S]*"status":503/)
  expect(await heldBytes()).toBeGreaterThan(60 * MIB)
  expect(await heldBytes()).toBeLessThan(64 * MIB)

  for (const claims of [{ sub: '8' }, { institutionKey: 'BANK' }]) {
    const { head, bytes } = ask(await tokenFor(claims), Number.POSITIVE_INFINITY)
    await expect.poll(bytes, PATIENTLY).toBeGreaterThan(12 * MIB)
    expect(head()).toMatch(/^HTTP\/1\.1 200 /)
  }

  for (const socket of sockets) socket.destroy()
  await expect.poll(heldBytes, PATIENTLY).toBe(0)
  const again = ask(token, Number.POSITIVE_INFINITY)
  await expect.poll(again.bytes, PATIENTLY).toBeGreaterThan(12 * MIB)
  await expect.poll(heldBytes, PATIENTLY).toBe(0)
}, 30_000)
