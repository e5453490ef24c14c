import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { createStoreTest } from '../../../tests/support/stores.ts'

const { run } = createStoreTest()
const choices = choicesOf(SEED)

type Hours = { readonly timeZone: string; readonly opens: readonly number[]; readonly closes: readonly number[] }

/** The instant after so many minutes of business, by a walk over all days. */
const dueAfter = (since: number, { timeZone, opens, closes }: Hours, minutes: number): number | null => {
  let missing = minutes * 60_000
  const first = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(timeZone).toPlainDate()
  for (let passed = 0; passed <= 5_200; passed += 1) {
    const day = first.add({ days: passed })
    const at = (minute: number) =>
      day.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
        .epochMilliseconds
    const [open = -1, close = -1] = [opens[day.dayOfWeek - 1], closes[day.dayOfWeek - 1]]
    if (open < 0) continue
    const [from, to] = [Math.max(since, at(open)), at(close)]
    if (to <= from) continue
    if (from + missing <= to) return from + missing
    missing -= to - from
  }
  return null
}

/** Times of day at which no clock is turned, so that each is one instant of its day. */
const day = (): readonly [number, number] => {
  if (choices.between(0, 2) === 0) return [-1, -1]
  const opens = choices.between(4 * 60, 20 * 60)
  return [opens, choices.pick([24 * 60, opens + choices.between(60, 200)])]
}

it('due times in business hours are those of a walk over all days, also where clocks are turned', async () => {
  for (let n = 0; n < 200; n += 1) {
    const days = [[600, 660] as const, ...Array.from({ length: 6 }, day)]
    const timeZone = choices.pick(['Europe/Helsinki', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])
    const hours = { timeZone, opens: days.map(([opens]) => opens), closes: days.map(([, closes]) => closes) }
    const minutes = choices.pick([1, choices.between(1, 2_000), choices.between(2_000, 43_200)])
    const since = Date.parse('2026-01-01T00:00:00Z') + choices.between(0, 400 * 1_440) * 60_000
    const [row] = await run(
      `select date_part('epoch', incident.due_in_business(to_timestamp(${since / 1000}), '${JSON.stringify(hours)}',
        ${minutes})) * 1000 as due`,
    )
    expect({ hours, minutes, since, due: row?.due }).toEqual({
      hours,
      minutes,
      since,
      due: dueAfter(since, hours, minutes),
    })
  }
})
