import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { useAttackedPlatform } from './attacked-platform.ts'

const attacked = useAttackedPlatform()
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const open = (path: string, as: string) => {
  const socket = connect(attacked.target.port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket
    .on('data', (part) => {
      text += part
    })
    .on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${as}\r\n\r\n`)
  return { socket, text: () => text }
}
const isOpen = ({ text }: ReturnType<typeof open>): boolean => text().includes(': open')
const isReplaced = ({ text }: ReturnType<typeof open>): boolean => text().includes('event: replaced\ndata: {}')

describe('a user that opens live streams without end', () => {
  it('keeps a hundred, receives why the others end, and does not prevent streams of other users', async () => {
    const mad = await attacked.token({ userId: 'stream-mad', institutions: ['ST-BANK'] })
    const flood = Array.from({ length: 200 }, () => open('/api/stream', mad))
    await expect.poll(() => flood.filter(isOpen).length, { timeout: 15_000 }).toBe(200)
    await expect.poll(() => flood.filter(isReplaced).length, { timeout: 5_000 }).toBe(100)
    for (const institution of ['ST-BANK', 'ST-OTHER']) {
      const calm = open('/api/stream', await attacked.token({ userId: 'calm', institutions: [institution] }))
      await expect.poll(() => isOpen(calm)).toBe(true)
      expect(isReplaced(calm)).toBe(false)
    }
    expect(flood.filter(isReplaced)).toHaveLength(100)
  })
})

describe('a user that reads nothing of what it asks for', () => {
  it('holds no connection to the database', async () => {
    const mad = await attacked.token({ role: 'ADMIN', userId: 'reads-nothing' })
    const paths = [
      '/journal/api/journal/gaps',
      '/incident/api/journal-events/activity?hoursBack=8784',
      '/incident/api/incidents/status/open',
    ]
    const unread = Array.from({ length: 60 }, (_, n) => open(paths[n % 3] ?? '', mad))
    for (const { socket } of unread) socket.pause()
    const calm = await attacked.token({ role: 'ADMIN', userId: 'calm' })
    for (const path of paths) expect((await attacked.ask('GET', path, { as: calm })).status).toBe(200)
  })
})

describe('a user that reads with hundreds of requests at once', () => {
  it('keeps no other waiting', async () => {
    const mad = await attacked.token({ userId: 'reads-much', institutions: ['ST-BANK'] })
    const path = '/incident/api/journal-events/activity?hoursBack=8784'
    const flood = Array.from({ length: 300 }, () => open(path, mad))
    for (const institution of ['ST-BANK', 'ST-OTHER']) {
      const as = await attacked.token({ userId: 'calm', institutions: [institution] })
      const startedAt = performance.now()
      expect((await attacked.ask('GET', path, { as })).status).toBe(200)
      // A turn of the flood is some milliseconds long; all of them together take seconds.
      expect(performance.now() - startedAt).toBeLessThan(5_000)
    }
    for (const { socket } of flood) socket.destroy()
    await Promise.all(flood.filter(({ socket }) => !socket.closed).map(({ socket }) => once(socket, 'close')))
  })
})
