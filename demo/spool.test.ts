import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSpool, type Spool } from './spool.ts'

let folder: string
let dropped: number[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleetops-spool-'))
  dropped = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (maxItems = 100_000): Spool<string> =>
  openSpool({
    folder,
    maxItems,
    read: (value) => (typeof value === 'string' ? value : null),
    onDropped: (count) => dropped.push(count),
  })
const itemsOf = (spool: Spool<string>) => spool.waiting().map(({ item }) => item)
const fill = (spool: Spool<string>, count: number, from = 0) =>
  spool.append(Array.from({ length: count }, (_, n) => `event ${from + n}`)).map(({ number }) => number)

// A spool that is left as it is acts as a process that was killed.
describe('a spool', () => {
  it('has after a kill what was not acknowledged, in its order', () => {
    const killed = open()
    const numbers = fill(killed, 10)
    killed.acknowledge(numbers.slice(0, 4))
    expect(itemsOf(killed)).toEqual(itemsOf(open()))
    expect(itemsOf(open())).toEqual(['event 4', 'event 5', 'event 6', 'event 7', 'event 8', 'event 9'])
    const again = open()
    fill(again, 1, 10)
    expect(itemsOf(open()).at(-1)).toBe('event 10')
  })

  it('gives again after a kill what was acknowledged behind something that was not, and never a number twice', () => {
    const killed = open()
    const numbers = fill(killed, 3)
    killed.acknowledge(numbers.slice(1))
    expect(itemsOf(killed)).toEqual(['event 0'])
    expect(itemsOf(open())).toEqual(['event 0', 'event 1', 'event 2'])
    const again = open()
    again.acknowledge(again.waiting().map(({ number }) => number))
    expect(fill(open(), 1)[0]).toBeGreaterThan(Math.max(...numbers))
  })

  it('is not harmed by a line that a kill cut off, nor by what cannot be read', () => {
    fill(open(), 2)
    appendFileSync(join(folder, 'events.jsonl'), '{"number":3,"item":"eve')
    const after = open()
    fill(after, 1, 2)
    expect(itemsOf(open())).toEqual(['event 0', 'event 1', 'event 2'])
    writeFileSync(join(folder, 'cursor'), 'nonsense')
    expect(itemsOf(open())).toHaveLength(3)
  })

  it('does not grow with what is acknowledged', () => {
    const spool = open()
    fill(spool, 3)
    for (let round = 0; round < 30; round += 1) spool.acknowledge(fill(spool, 1_000))
    const lines = readFileSync(join(folder, 'events.jsonl'), 'utf8').split('\n').length
    expect(lines).toBeLessThan(10_000)
    expect(itemsOf(open())).toEqual(itemsOf(spool))
  })

  it('holds no more than it has room for: the oldest go, and its owner is notified', () => {
    const spool = open(100)
    fill(spool, 90)
    fill(spool, 30, 90)
    expect(dropped).toEqual([20])
    expect(itemsOf(spool)[0]).toBe('event 20')
    expect(itemsOf(open(100))).toEqual(itemsOf(spool))
  })
})
