import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createResolveName } from './webhook-names.ts'

const TYPE_A = 1
const HEADER_BYTES = 12

/** The answer to a question of DNS: so many addresses of IPv4, none of IPv6. */
const answerOf = (query: Buffer, addresses: readonly string[]): Buffer => {
  const questionEnd = query.indexOf(0, HEADER_BYTES) + 5
  const given = query.readUInt16BE(questionEnd - 4) === TYPE_A ? addresses : []
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180, 2)
  for (const [at, count] of [1, given.length, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * at)
  const records = given.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records])
}

/** A name server on the loopback that gives every name these addresses, or that never answers. */
const openServer = async (addresses: readonly string[] | null) => {
  const asked: Buffer[] = []
  const socket = createSocket('udp4').on('message', (query, from) => {
    asked.push(query)
    if (addresses !== null) socket.send(answerOf(query, addresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
}

const writeHosts = async (text: string): Promise<string> => {
  const file = join(tmpdir(), `hosts-${process.pid}-${performance.now()}`)
  await writeFile(file, text)
  onTestFinished(() => rm(file))
  return file
}

const LIMITS = { serverMs: 60_000, totalMs: 60_000, hostsFile: '/none' }

it('a name is looked up by DNS, for both kinds of addresses', async () => {
  const { asked, servers } = await openServer(['8.8.8.8', '8.8.4.4'])
  const resolve = createResolveName({ ...LIMITS, servers })
  const both = ['8.8.8.8', '8.8.4.4'].map((address) => ({ address, family: 4 }))
  expect(await resolve('hook.example.org.')).toEqual(both)
  expect(asked).toHaveLength(2)
})

it('a name without addresses leads nowhere', async () => {
  const { servers } = await openServer([])
  await expect(createResolveName({ ...LIMITS, servers })('hook.example.org')).rejects.toThrow('ENODATA')
})

it('a name of the hosts file has the addresses that are given there, and nobody is asked', async () => {
  const { asked, servers } = await openServer(['8.8.8.8'])
  const hostsFile = await writeHosts(
    '# local\n127.0.0.1 localhost\n\n10.1.2.3\tInner.example inner # x\nfd00::1 inner\n',
  )
  const resolve = createResolveName({ ...LIMITS, hostsFile, servers })
  expect(await resolve('inner')).toEqual([
    { address: '10.1.2.3', family: 4 },
    { address: 'fd00::1', family: 6 },
  ])
  expect(await resolve('inner.example')).toEqual([{ address: '10.1.2.3', family: 4 }])
  expect(asked).toEqual([])
})

it('a server that never answers is given up, at the latest when a lookup has taken as long as it may', async () => {
  const { asked, servers } = await openServer(null)
  const slow = createResolveName({ ...LIMITS, servers, totalMs: 30 })
  await expect(slow('hook.example.org')).rejects.toThrow('hook.example.org could not be looked up in time')
  expect(asked.length).toBeGreaterThan(0)
})
