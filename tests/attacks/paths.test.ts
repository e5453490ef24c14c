import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { SEED } from '../support/seed.ts'
import { useAttackedPlatform } from './attacked-platform.ts'

const attacked = useAttackedPlatform()

/**
 * Sends bytes over a connection of its own. Resolves to what came back once the connection is closed, or to the first
 * piece of it.
 */
const exchange = (port: number, text: string, { firstOnly = false } = {}): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      parts.push(chunk)
      if (firstOnly) socket.destroy()
    })
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
    socket.write(text, 'latin1')
  })

const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`

/** Sends each text over a connection of its own, several at a time, to both listeners in turn. */
const sendAll = async (
  texts: readonly string[],
  atOnce: number,
): Promise<(readonly [text: string, status: number])[]> => {
  const { port, internalPort } = attacked.target
  const answers: (readonly [string, number])[] = []
  const next = texts.entries()
  const work = async () => {
    for (const [index, text] of next) {
      const [status = 0] = statusesIn(await exchange(index % 4 === 3 ? internalPort : port, text, { firstOnly: true }))
      answers.push([`${text.slice(0, 200)}… (${text.length})`, status])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers
}

const FRAGMENTS: readonly [string, ...string[]] = [
  '.',
  '..',
  './',
  '../',
  '/',
  '//',
  '\\',
  '%41',
  '%2e',
  '%2E%2e/',
  '%2f',
  '%5c',
  '%25',
  '%2525',
  '%u002e',
  '%c0%ae',
  '%c0%af',
  ';',
  ';x',
  '..;/',
  'api',
  'api/',
  'internal',
  '/api/internal',
  'a',
  '%00',
  '%20',
  '%e2%80%8b',
  '%ef%bc%8f',
  '%cc%81',
  '%cc%96',
  '%ef%b7%ba',
  '\u00e9',
]

it(`no path blocks others or fails the platform, however long (TEST_SEED=${SEED})`, async () => {
  const choices = choicesOf(SEED)
  const path = (length: number) => {
    const [one, other] = [choices.pick(FRAGMENTS), choices.pick(FRAGMENTS)]
    const unit = choices.chance(0.5) ? one : one + other
    const start = choices.pick(['%41', '', 'incident/', 'journal/api/'])
    return `/${start}${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}a`
  }
  const dots = get(`/%41${'.'.repeat(31_000)}a`)
  const made = Array.from({ length: 240 }, (_none, index) => get(path(index % 2 === 0 ? 8_000 : 30_000)))
  const answers = await sendAll([...Array.from({ length: 40 }, () => dots), ...made], 8)
  expect(answers.filter(([, status]) => ![200, 400, 401, 404, 414].includes(status))).toEqual([])
})

const HEADERS: readonly [string, ...string[]] = [
  'Range',
  'Accept',
  'Accept-Encoding',
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'If-None-Match',
  'If-Match',
  'If-Range',
  'traceparent',
  'Last-Event-ID',
  'Fleet-Institution',
  'X-Forwarded-Path',
  'Cookie',
  'Connection',
  'X-Internal-Secret',
  'Idempotency-Key',
]
const BEGINNINGS: readonly [string, ...string[]] = [
  '',
  'bytes=1-',
  'bytes=',
  'Bearer ',
  'Bearer a',
  'W/"',
  '"',
  'application/json',
  'text/html;',
  '00-',
  '%41',
  '/',
]
const REPEATED: readonly [string, ...string[]] = [
  ' ',
  '\t',
  ',',
  ';',
  '"',
  '""',
  '"a",',
  'a',
  '0',
  '0-',
  '-',
  '=',
  '%41',
  '%',
  ' ,',
  ' ;q=',
  'a/b,',
  '.',
  '+',
  '/',
  'eyJ-',
]

it(`no header blocks others or fails the platform, however long (TEST_SEED=${SEED})`, async () => {
  const choices = choicesOf(`${SEED} headers`)
  const token = await attacked.token({ role: 'ADMIN' })
  const targets: readonly [string, ...string[]] = [
    '/journal/api/journal/files/1/content',
    '/journal/api/journal/transactions/1/evidence',
    '/incident/api/atms',
    '/fleet/task-permissions/ACME',
    '/graphql',
    '/',
    '/assets/graphiql.js',
    '/openapi.json',
    '/api/stream',
  ]
  const header = () => {
    const name = choices.pick(HEADERS)
    const unit = choices.pick(REPEATED)
    const value = `${choices.pick(BEGINNINGS)}${unit.repeat(Math.floor(28_000 / unit.length))}x`
    return `${name === 'Authorization' ? '' : `Authorization: Bearer ${token}\r\n`}${name}: ${value}\r\n`
  }
  const ranges = Array.from({ length: 20 }, () =>
    get(
      '/journal/api/journal/files/1/content',
      `Authorization: Bearer ${token}\r\nRange: bytes=1-${' '.repeat(30_000)}x\r\n`,
    ),
  )
  // Few of the drawn headers are of this kind, whose time grew with the square of its length.
  const mediaTypes = [' ', '\t'].flatMap((blank) =>
    targets.map((target) =>
      get(target, `Authorization: Bearer ${token}\r\nContent-Type: text/html;${blank.repeat(28_000)}x\r\n`),
    ),
  )
  const drawn = Array.from({ length: 240 }, () => get(choices.pick(targets), header()))
  const answers = await sendAll([...ranges, ...mediaTypes, ...drawn], 8)
  expect(answers.filter(([, status]) => status >= 500 || status === 0)).toEqual([])
})

const pipelined = (target: string, count: number): string =>
  `${`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(count)}${get('/nothing')}`

it.each([
  ['/api/public/info', 299],
  ['/openapi.json', 60],
])(
  'requests for %s sent without waiting for answers keep no other waiting, and are answered in their order',
  async (target, count) => {
    const { port } = attacked.target
    const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(port, pipelined(target, count))))
    for (const answer of answers) expect(statusesIn(answer)).toEqual([...Array.from({ length: count }, () => 200), 404])
  },
)

it('thousands of requests sent at once close their connection only', async () => {
  const { port } = attacked.target
  const targets = ['/openapi.json', '/nothing', '/', '/actuator/health', '/api/public/info', '/graphql', '/%41....a']
  await Promise.all(targets.map((target) => exchange(port, pipelined(target, 1_500))))
  expect((await attacked.ask('GET', '/openapi.json')).status).toBe(200)
})

it('connections whose answers are not read hold up no other', async () => {
  const { port } = attacked.target
  const sockets = Array.from({ length: 50 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).pause()
    socket.write(pipelined('/openapi.json', 200))
    return socket
  })
  for (let n = 0; n < 20; n += 1) expect((await attacked.ask('GET', '/openapi.json')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
