import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_PROFILE } from '../formats/sessions/profile.ts'
import { recyclerDay } from '../testing/journal.testing.ts'
import type { PackedChunk } from './parse.worker.ts'
import { type ChunkSource, createParsePool, type ParsePool, type PoolOptions } from './parse-pool.ts'

const BOUNDS = {
  journalDate: '2026-05-13',
  earliest: '2021-01-01',
  latest: '2026-06-20',
  profile: DEFAULT_PROFILE,
  zones: null,
}
const DAY = recyclerDay('2026-05-13', ['000', '105', null])

/** Threads start slowly where the machine is busy. */
const PATIENCE = { timeout: 30_000 }

const faults: string[] = []
const pools: ParsePool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
  faults.length = 0
})

const openPool = (options: Partial<PoolOptions> = {}): ParsePool => {
  const pool = createParsePool({ onFault: (fault) => faults.push(fault), ...options })
  pools.push(pool)
  return pool
}

/** Gives these chunks in batches of one. */
const sourceOf = (...chunks: PackedChunk[]): ChunkSource => {
  const left = [...chunks]
  return async () => left.splice(0, 1)
}
const gzip = (text: string): PackedChunk => ({ codec: 'gzip', data: gzipSync(text) })
const zstd = (text: string): PackedChunk => ({ codec: 'zstd', data: zstdCompressSync(text) })

/** A thread that runs this instead of the parser. */
const scriptOf = (text: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'\n${text}`)}`)

describe('the pool', () => {
  it('parses a file that comes in pieces, packed in whatever way', async () => {
    const pool = openPool()
    const whole = await pool.parse(BOUNDS, sourceOf(gzip(DAY)))
    expect(whole).toMatchObject({
      status: 'PARSED',
      format: 'RECYCLER',
      counts: { transactions: 3, successful: 1, failed: 1, undecided: 1 },
      days: [{ day: '2026-05-13', transactions: 3, successful: 1, failed: 1 }],
    })
    expect(JSON.parse(whole.slices.join())).toHaveLength(3)
    const pieces = [...DAY].map((_letter, at) => DAY.slice(at * 40, at * 40 + 40)).filter((piece) => piece !== '')
    expect(await pool.parse(BOUNDS, sourceOf(...pieces.map(zstd)))).toEqual(whole)
  })

  it('hands on many transactions in slices', async () => {
    const start = '------------05/13/26 10:00:00-------------\n'
    const timeOf = (second: number) => new Date(36_000_000 + second * 4_000).toISOString().slice(11, 19)
    const sessions = Array.from(
      { length: 2_500 },
      (_, n) => `============TRANSACTION START=============\n${timeOf(n)} CARD:;412345XXXXXX6789?\n`,
    )
    const file = await openPool().parse(BOUNDS, sourceOf(zstd(start + sessions.join(''))))
    const slices: { first_line: number }[][] = file.slices.map((slice) => JSON.parse(slice))
    expect(slices.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
    expect(new Set(slices.flat().map(({ first_line }) => first_line)).size).toBe(2_500)
  })

  it('goes on after a file that it cannot even unpack', async () => {
    const pool = openPool({ threads: 1 })
    const broken = await pool.parse(BOUNDS, sourceOf({ codec: 'gzip', data: Buffer.from('no gzip') }, gzip(DAY)))
    expect(broken).toMatchObject({ status: 'FAILED', slices: [] })
    expect(faults).toEqual([expect.stringContaining('header')])
    expect(await pool.parse(BOUNDS, sourceOf(gzip(DAY)))).toMatchObject({ status: 'PARSED' })
  })

  it('asks for no more than it can take: one batch ahead of the one it reads', async () => {
    let asked = 0
    let given = 0
    const held = Promise.withResolvers<void>()
    const parsing = openPool().parse(BOUNDS, async () => {
      asked += 1
      if (asked === 3) await held.promise
      given += 1
      return given <= 5 ? [zstd(recyclerDay(`2026-05-1${given}`, ['000', '105', null]))] : []
    })
    await expect.poll(() => asked, PATIENCE).toBe(3)
    expect(given).toBe(2)
    held.resolve()
    expect(await parsing).toMatchObject({ counts: { transactions: 15 } })
    expect(asked).toBe(6)
  })

  it('rejects with what the source rejects with, and parses the next file with the same thread', async () => {
    const pool = openPool({ threads: 1 })
    const outage = Object.assign(new Error('connection lost'), { code: 'ECONNREFUSED' })
    const chunks = sourceOf(gzip(DAY))
    let calls = 0
    const source: ChunkSource = async () => {
      calls += 1
      if (calls === 2) throw outage
      return chunks()
    }
    await expect(pool.parse(BOUNDS, source)).rejects.toBe(outage)
    expect(await pool.parse(BOUNDS, sourceOf(gzip(DAY)))).toMatchObject({ counts: { transactions: 3 } })
  })

  it('replaces a thread that dies, and one that does not get on', async () => {
    const dying = openPool({ threads: 1, script: scriptOf('parentPort.on("message", () => process.exit(3))') })
    await expect(dying.parse(BOUNDS, sourceOf())).rejects.toThrow(/ended before/)
    await expect(dying.parse(BOUNDS, sourceOf())).rejects.toThrow(/ended before/)
    const greedy = openPool({
      threads: 1,
      script: scriptOf(
        'const all = []\nparentPort.on("message", () => { for (;;) all.push(new Array(1e4).fill({})) })',
      ),
    })
    await expect(greedy.parse(BOUNDS, sourceOf())).rejects.toThrow(/memory/)
    const endless = openPool({
      threads: 1,
      stallMs: 100,
      script: scriptOf('parentPort.on("message", () => { for (;;); })'),
    })
    await expect(endless.parse(BOUNDS, sourceOf())).rejects.toThrow(/get on/)
    await expect(endless.parse(BOUNDS, sourceOf())).rejects.toThrow(/get on/)
  })

  it('parses as many files at once as it has threads, and gives back those that wait when it closes', async () => {
    const pool = openPool({ threads: 2 })
    const release = Promise.withResolvers<void>()
    let begun = 0
    const source = (): ChunkSource => {
      const chunks = sourceOf(gzip(DAY))
      return async () => {
        begun += 1
        await release.promise
        return chunks()
      }
    }
    const parsing = [source(), source(), source()].map((each) => pool.parse(BOUNDS, each))
    const last = expect(parsing[2]).rejects.toThrow(/closed/)
    await expect.poll(() => begun, PATIENCE).toBe(2)
    const closed = pool.close()
    await last
    release.resolve()
    await closed
    expect(await parsing[0]).toMatchObject({ status: 'PARSED' })
    expect(await parsing[1]).toMatchObject({ status: 'PARSED' })
    await expect(pool.parse(BOUNDS, sourceOf())).rejects.toThrow(/closed/)
  })
})
