import { afterEach, describe, expect, it } from 'vitest'
import { headOf, openSocket, openUploads, type Uploads } from './support/uploads.ts'

/** More than may be taken in at once, of one institution or of all. */
const STALLED = 100

let here: Uploads | null = null
const sockets: ReturnType<typeof openSocket>[] = []

afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.destroy()
  await here?.platform.close()
  here = null
})

/** Senders that begin a file and never go on. */
const stall = async (uploads: Uploads, token: string, count = STALLED) => {
  const stalled = Array.from({ length: count }, () => openSocket(uploads.port))
  sockets.push(...stalled)
  for (const { socket } of stalled) socket.write(`${headOf(token, { 'content-length': 100_000 })}some of it`)
  // All of them have come when the last one has.
  await expect.poll(uploads.connections, { timeout: 5_000, interval: 20 }).toBe(count)
  return stalled
}

describe('while one institution stalls in every place it can get', () => {
  it('a file of another one is taken in at once', async () => {
    here = await openUploads({ stalledAfterMs: 60_000 })
    const stalled = await stall(here, here.admin)
    await here.platform.askInternal('POST', '/incident/api/internal/atms/resolve', {
      body: { agentAtmIds: ['BOR-1'], institutionKey: 'BOREAL', register: true },
    })
    const other = await here.platform.token({ role: 'MSP_ADMIN', institutions: ['BOREAL'] })
    const answer = await here.post(Buffer.from('of another'), { atm: 'BOR-1', token: other })
    expect(answer).toMatchObject({ status: 201 })
    expect(stalled.map(({ received }) => received()).join('')).toBe('')
  })

  it('a silent one makes room for those that wait, and has the reason', async () => {
    here = await openUploads({ stalledAfterMs: 1_000 })
    // More than one sender has places for.
    const [first] = await stall(here, here.admin, 20)
    expect(await here.post(Buffer.from('of the same'))).toMatchObject({ status: 201 })
    // Its place may be free a moment before its answer has arrived.
    await expect
      .poll(() => first?.received(), { timeout: 10_000 })
      .toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close[\s\S]*for 1 seconds/)
  })
})
