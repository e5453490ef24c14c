import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { answerInTurn } from './pipelining.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A listener whose answers end when a test says so, and the connections that it has. */
const open = () => {
  const begun: string[] = []
  const answers: ServerResponse[] = []
  const listener = answerInTurn((request, response) => {
    begun.push(request.url ?? '')
    answers.push(response)
  })
  const connection = () => {
    const socket = new Socket()
    let bytesRead = 0
    Object.defineProperty(socket, 'bytesRead', { get: () => bytesRead })
    return {
      socket,
      send(url: string, bytes = 0) {
        bytesRead += bytes
        const request = Object.assign(new IncomingMessage(socket), { url })
        listener(request, new ServerResponse(request))
      },
    }
  }
  const end = async () => {
    answers.shift()?.emit('close')
    await turn()
  }
  return { begun, connection, end }
}

test('the requests of a connection are answered one after the other, each in a turn of its own', async () => {
  const { begun, connection, end } = open()
  const { send } = connection()
  for (const url of ['a', 'b', 'c']) send(url)
  expect(begun).toEqual(['a'])
  const ended = end()
  expect(begun).toEqual(['a'])
  await ended
  expect(begun).toEqual(['a', 'b'])
  await end()
  await end()
  expect(begun).toEqual(['a', 'b', 'c'])
  // Nothing waits any more: the next one is begun as it comes.
  send('d')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('a connection does not wait for another one', () => {
  const { begun, connection } = open()
  connection().send('a')
  connection().send('b')
  expect(begun).toEqual(['a', 'b'])
})

test('of a connection that is gone nothing more is answered', async () => {
  const { begun, connection, end } = open()
  const { send, socket } = connection()
  for (const url of ['a', 'b', 'c']) send(url)
  const ended = end()
  socket.destroy()
  await ended
  await turn()
  expect(begun).toEqual(['a'])
})

test('a connection that was destroyed before its answer ended is forgotten', async () => {
  const { begun, connection, end } = open()
  const { send, socket } = connection()
  for (const url of ['a', 'b']) send(url)
  socket.destroy()
  await end()
  send('c')
  expect(begun).toEqual(['a', 'c'])
})

test('a connection may have 300 requests waiting, and is closed by one more', () => {
  const { connection } = open()
  const { send, socket } = connection()
  for (let at = 0; at <= 300; at += 1) send(`${at}`)
  expect(socket.destroyed).toBe(false)
  send('one more')
  expect(socket.destroyed).toBe(true)
})

test('a connection may have 1 MiB behind the first request that waits, and is closed by a byte more', () => {
  const { connection } = open()
  const { send, socket } = connection()
  send('a', 5_000_000)
  send('b', 5_000_000)
  send('c', 1_048_576)
  expect(socket.destroyed).toBe(false)
  send('d', 1)
  expect(socket.destroyed).toBe(true)
})
