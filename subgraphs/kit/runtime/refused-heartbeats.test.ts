import { expect, test } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { createRefusedHeartbeats, type RefusedTime } from './refused-heartbeats.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** Looks every 15 s, each time at what came since. */
const watch = () => {
  let [seconds, counted] = [0, 0]
  let counts = { refused: 0, heard: 0 }
  let sent: (readonly [from: number, to: number])[] = []
  const { log, lines } = recordingLog()
  const secondsOf = (at: Date) => (at.getTime() - NOON) / 1_000
  const state = { isAway: false }
  const { look } = createRefusedHeartbeats({
    take: () => counts,
    async send({ from, to }: RefusedTime) {
      if (state.isAway) throw new Error('away')
      sent.push([secondsOf(from), secondsOf(to)])
    },
    count: (by) => {
      counted += by
    },
    log,
    now: () => new Date(NOON + seconds * 1_000),
  })
  return {
    state,
    lines,
    counted: () => counted,
    /** What is reported when so many were refused and so many were not. */
    async look(refused: number, heard: number, passed = 15) {
      seconds += passed
      counts = { refused, heard }
      sent = []
      await look()
      return sent
    },
  }
}

test('a time in which most heartbeats were refused is reported, and no other one', async () => {
  const { look, counted } = watch()
  expect(await look(0, 0)).toEqual([])
  expect(await look(3, 1)).toEqual([[15, 30]])
  expect(await look(3, 3)).toEqual([])
  expect(await look(1, 0)).toEqual([[45, 60]])
  expect(counted()).toBe(30)
})

test('what cannot be reported is reported later, times that follow each other as one', async () => {
  const { look, state, lines } = watch()
  state.isAway = true
  for (const refused of [1, 1, 0, 1]) expect(await look(refused, 0)).toEqual([])
  expect(lines.length).toBeGreaterThan(0)
  state.isAway = false
  expect(await look(0, 5)).toEqual([
    [0, 30],
    [45, 60],
  ])
  expect(await look(0, 5)).toEqual([])
})

test('a clock that is set back makes no time', async () => {
  const { look, counted } = watch()
  expect(await look(1, 0, -60)).toEqual([])
  expect(await look(1, 0)).toEqual([[-60, -45]])
  expect(counted()).toBe(15)
})

test('a service that is away for long makes it keep the last times only', async () => {
  const { look, state } = watch()
  state.isAway = true
  for (let n = 0; n < 200; n += 1) await look(n % 2, 0)
  state.isAway = false
  const sent = await look(0, 0)
  expect(sent).toHaveLength(40)
  expect(sent.at(-1)).toEqual([2_985, 3_000])
})
