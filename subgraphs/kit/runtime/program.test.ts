import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StoreUnavailableError, UserFacingError } from '../../../db/errors.ts'
import { ConfigError } from '../config/config.ts'
import type { Lifecycle } from './lifecycle.ts'
import { runProgram } from './program.ts'

/** A program that writes to both outputs for as long as it runs, and counts its rounds over its channel. */
const CHATTERING = `
  import { runProgram } from '${new URL('program.ts', import.meta.url).href}'
  let rounds = 0
  const chatter = () => { process.stdout.write('.'); process.stderr.write('.'); process.send(rounds++) }
  await runProgram((life) => life.open({
    name: 'chatter', atLeastMs: 10, open: async () => setInterval(chatter, 5),
    close: async (timer) => { clearInterval(timer); process.disconnect() },
  }))`

test('a program whose reader went away goes on, and ends at a signal', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CHATTERING], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (let round = 0; round < 20; round += 1) await once(child, 'message')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

const never = () => new Promise<void>(() => {})

/** A process that a test is, with what was said and the codes that it left with. */
const createHost = () => {
  const said: string[] = []
  const codes: number[] = []
  const output = () => Object.assign(new EventEmitter(), { write: (text: string) => void said.push(text) })
  const parts = { stdout: output(), stderr: output(), exit: (code: number) => void codes.push(code) }
  const host = Object.assign(new EventEmitter(), parts)
  return { host, said, codes, signal: (name: string) => host.emit(name) }
}

/** Opens parts that end at a stop as the test says. */
const openParts = async (life: Lifecycle, closes: Readonly<Record<string, (leftMs: number) => Promise<void>>>) => {
  for (const [name, close] of Object.entries(closes))
    await life.open({ name, atLeastMs: 1, open: async () => {}, close: (_value, leftMs) => close(leftMs) })
}

describe('a program', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['SIGINT', 4_500],
    ['SIGHUP', 4_500],
    ['SIGTERM', 24_000],
  ])('closes its parts at %s, and ends with 0', async (name, budgetMs) => {
    const { host, said, codes, signal } = createHost()
    const reported: number[] = []
    await runProgram((life) => openParts(life, { part: async (leftMs) => void reported.push(leftMs) }), host)
    signal(name)
    await vi.advanceTimersByTimeAsync(0)
    expect([said, reported, codes]).toEqual([['\nStopping …\n'], [budgetMs], [0]])
  })

  test('cuts off what does not end, names it, and ends with 1', async () => {
    const { host, said, codes, signal } = createHost()
    await runProgram((life) => openParts(life, { one: never, two: never }), host)
    signal('SIGINT')
    await vi.advanceTimersByTimeAsync(4_400)
    expect(codes).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect([said, codes]).toEqual([['\nStopping …\n', 'Did not end in time and was cut off: two, one.\n'], [1]])
  })

  test('reports a part that does not close cleanly, and ends all the same', async () => {
    const { host, said, codes, signal } = createHost()
    await runProgram((life) => openParts(life, { part: () => Promise.reject(new UserFacingError('stuck')) }), host)
    signal('SIGTERM')
    await vi.advanceTimersByTimeAsync(0)
    expect([said, codes]).toEqual([['\nStopping …\n', 'part did not close cleanly: stuck\n'], [0]])
  })

  test('hurries at a second signal, but not at the echo of the first one', async () => {
    const { host, said, codes, signal } = createHost()
    await runProgram((life) => openParts(life, { part: never }), host)
    signal('SIGINT')
    await vi.advanceTimersByTimeAsync(300)
    signal('SIGINT')
    await vi.advanceTimersByTimeAsync(0)
    expect([said, codes]).toEqual([['\nStopping …\n'], []])
    await vi.advanceTimersByTimeAsync(1)
    signal('SIGTERM')
    signal('SIGTERM')
    await vi.advanceTimersByTimeAsync(0)
    expect(said).toEqual(['\nStopping …\n', 'Stopping at once …\n', 'Did not end in time and was cut off: part.\n'])
    expect(codes).toEqual([1])
  })

  test.each([
    [new ConfigError(['PORT is odd']), 'The configuration cannot be used:\n  - PORT is odd'],
    [new UserFacingError('Take another port.'), 'Take another port.'],
    [new StoreUnavailableError('The database is away.'), 'The database is away.'],
    ['odd', 'The start failed: odd'],
    [Object.assign(new Error('x'), { stack: 'x at y' }), 'The start failed: x at y'],
    [Object.assign(new Error('x'), { stack: undefined }), 'The start failed: x'],
  ])('whose start fails closes what is open, says why, and ends with 1: %s', async (error, words) => {
    const { host, said, codes } = createHost()
    const reported: number[] = []
    await runProgram(async (life) => {
      await openParts(life, { part: async (leftMs) => void reported.push(leftMs) })
      throw error
    }, host)
    await vi.advanceTimersByTimeAsync(0)
    expect([said, reported, codes]).toEqual([[`${words}\n`], [10_000], [1]])
  })

  test('that is stopped while it starts says nothing of the start that fails for it', async () => {
    const { host, said, codes, signal } = createHost()
    const opening = Promise.withResolvers<void>()
    const running = runProgram(async (life) => {
      await openParts(life, {})
      await opening.promise
      throw new Error('no more')
    }, host)
    signal('SIGTERM')
    opening.resolve()
    await running
    await vi.advanceTimersByTimeAsync(0)
    expect([said, codes]).toEqual([['\nStopping …\n'], [0]])
  })

  test.each(['uncaughtException', 'unhandledRejection', 'lost part'])('ends with 1 at an %s', async (way) => {
    const { host, said, codes } = createHost()
    let lose = (_error: unknown) => {}
    await runProgram(async (life) => {
      lose = life.fail
    }, host)
    const error = new UserFacingError('gone')
    if (way === 'lost part') lose(error)
    else host.emit(way, error)
    await vi.advanceTimersByTimeAsync(0)
    expect([said, codes]).toEqual([['gone\n'], [1]])
  })

  test('goes on when its outputs are not read', async () => {
    const { host, said, codes } = createHost()
    await runProgram(async () => {}, host)
    for (const output of [host.stdout, host.stderr]) output.emit('error', new Error('EPIPE'))
    expect([said, codes]).toEqual([[], []])
  })
})
