import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeFaultOf } from '../../db/errors.ts'
import { openStores } from '../../db/tenancy.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { listenOnFreePort } from '../support/ports.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database?.drop())

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server that takes every connection and does with it what a test says; the connections are counted. */
const listen = async (take: (client: Socket) => void) => {
  let open = 0
  const server = createServer((client) => {
    open += 1
    client
      .on('error', () => {})
      .on('close', () => {
        open -= 1
      })
    closers.push(() => client.destroy())
    take(client)
  })
  closers.push(() => server.close())
  return { port: await listenOnFreePort(server), open: () => open }
}

/** AuthenticationOk and ReadyForQuery. */
const TAKEN = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, 0x49])

/** Passes on to the database what a client sends, up to the first piece that asks for this. */
const upTo = (text: string) => async (client: Socket) => {
  const server = connect(Number(new URL(database.urls.app).port), '127.0.0.1')
  closers.push(() => server.destroy())
  server.on('error', () => {})
  client.pause()
  await once(server, 'connect')
  server.pipe(client)
  let passes = true
  client.on('data', (piece) => {
    passes &&= !piece.includes(text)
    if (passes) server.write(piece)
  })
  client.resume()
  client.on('close', () => server.destroy())
}

/** Where a server stops to answer. */
const SILENCES: Readonly<Record<string, (client: Socket) => unknown>> = {
  'that says nothing': (client) => client.resume(),
  'that takes the login and says nothing then': (client) => client.once('data', () => client.write(TAKEN)).resume(),
  'that does not apply the settings of the session': upTo('set_config'),
  'that does not answer the check of the login': upTo('rolbypassrls'),
}

describe.each(Object.entries(SILENCES))('a server %s', (_what, take) => {
  test('is given up when the stores are opened, with its address and the time', async () => {
    const { port, open } = await listen(take)
    const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
    const urls = { app: at(database.urls.app), platform: at(database.urls.platform) }
    const failure = await openStores(urls, { name: 'tests', max: 2, answerTimeoutMs: 500 }).catch((error) => error)
    expect(storeFaultOf(failure)).toBe('unavailable')
    expect(failure.message).toMatch(
      new RegExp(
        `^The database \\S+ at 127\\.0\\.0\\.1:${port} cannot be used as app: it has not answered for 0\\.5 s$`,
      ),
    )
    // A session that was lent already is asked to end first.
    await expect.poll(open, { timeout: 10_000 }).toBe(0)
  }, 20_000)
})
