import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileParsed, incidentChanged, openFold, type Sent } from './fold.testing.ts'

let service: Awaited<ReturnType<typeof openFold>>
beforeAll(async () => {
  service = await openFold()
})
afterAll(() => service.close())

const DAYS = ['2026-02-28', '2026-03-01'] as const
/** The institution of each ATM; one belongs to none. */
const OWNERS = ['ACME', 'ACME', 'ZETA', null] as const

type Parse = { atm: number; day: number; file: number; transactions: number; failed: boolean }
type Life = { atm: number; opened: number; updates: number; resolved: number | null; atOnce: boolean }
type History = { parses: readonly Parse[]; lives: readonly Life[]; order: readonly number[] }

const atm = fc.integer({ min: 0, max: OWNERS.length - 1 })
const day = fc.integer({ min: 0, max: DAYS.length - 1 })
const history: fc.Arbitrary<History> = fc.record({
  parses: fc.array(
    fc.record({
      atm,
      day,
      file: fc.integer({ min: 0, max: 2 }),
      transactions: fc.integer({ min: 0, max: 3 }),
      failed: fc.boolean(),
    }),
    { maxLength: 14 },
  ),
  lives: fc.array(
    fc.record({
      atm,
      opened: day,
      updates: fc.integer({ min: 0, max: 2 }),
      resolved: fc.option(day),
      atOnce: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  order: fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
})

type Counters = { files: number; transactions: number; successful: number; created: number; resolved: number }
type Expected = { counters: Map<string, Counters>; open: Map<string, number> }

const counterOf = ({ counters }: Expected, dayAt: number, owner: string | null): Counters => {
  const key = `${DAYS[dayAt]} ${owner ?? ''}`
  const known = counters.get(key) ?? { files: 0, transactions: 0, successful: 0, created: 0, resolved: 0 }
  counters.set(key, known)
  return known
}

/**
 * The journal's own rule, one parse after the other: which file is the standing one of a day, and with how many
 * transactions. A parse whose file is not the standing one says so.
 */
const expectFiles = (parses: readonly Parse[], expected: Expected): Sent[] => {
  const standing = new Map<string, { file: number; transactions: number }>()
  const read = new Set<string>()
  const messages = parses.flatMap((parse, at): Sent[] => {
    const place = `${parse.atm} ${parse.day}`
    const isRead = read.has(`${place} ${parse.file}`)
    // A file that could be read before and cannot be read now stays as it is: nothing is published.
    if (parse.failed && isRead) return []
    const transactions = parse.failed ? 0 : parse.transactions
    const before = standing.get(place)
    const takesPlace =
      !parse.failed &&
      (before === undefined || before.file === parse.file || transactions > 0 || before.transactions === 0)
    if (!parse.failed) read.add(`${place} ${parse.file}`)
    if (takesPlace) standing.set(place, { file: parse.file, transactions })
    const data = {
      fileId: 1 + parse.file + 3 * (parse.day + 2 * parse.atm),
      atmId: parse.atm + 1,
      journalDate: DAYS[parse.day] ?? '',
      status: parse.failed ? ('FAILED' as const) : ('PARSED' as const),
      transactions,
      successful: transactions,
      parseSequence: takesPlace ? at + 1 : 0,
    }
    return [fileParsed(data, { institutionKey: OWNERS[parse.atm] ?? null })]
  })
  for (const [place, { transactions }] of standing) {
    const [atmAt = 0, dayAt = 0] = place.split(' ').map(Number)
    const counter = counterOf(expected, dayAt, OWNERS[atmAt] ?? null)
    counter.files += 1
    counter.transactions += transactions
    counter.successful += transactions
  }
  return messages
}

const instantOf = (dayAt: number) => `${DAYS[dayAt]}T09:00:00.000Z`

const expectIncidents = (lives: readonly Life[], expected: Expected): Sent[] =>
  lives.flatMap((life, at): Sent[] => {
    const owner = OWNERS[life.atm] ?? null
    const around = { institutionKey: owner }
    const base = { incidentId: at + 1, atmId: life.atm + 1, openedAt: instantOf(life.opened) }
    counterOf(expected, life.opened, owner).created += 1
    if (life.resolved === null) expected.open.set(owner ?? '', (expected.open.get(owner ?? '') ?? 0) + 1)
    else counterOf(expected, life.resolved, owner).resolved += 1
    const resolvedAt = life.resolved === null ? null : instantOf(life.resolved)
    if (life.atOnce && resolvedAt !== null) {
      const both = { ...base, version: 1, status: 'RESOLVED' as const, resolvedAt }
      return [incidentChanged('created', both, around), incidentChanged('resolved', both, around)]
    }
    return [
      incidentChanged('created', { ...base, version: 1 }, around),
      ...Array.from({ length: life.updates }, (_, n) =>
        incidentChanged('updated', { ...base, version: n + 2, status: 'ACKNOWLEDGED' }, around),
      ),
      ...(resolvedAt === null ? [] : [incidentChanged('resolved', { ...base, version: 9, resolvedAt }, around)]),
    ]
  })

const rowsOf = ({ counters }: Expected) =>
  [...counters]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { files, transactions, successful, created, resolved }]) => {
      const [dayOf, institution_key] = key.split(' ')
      return {
        day: dayOf,
        institution_key,
        files_parsed: files,
        transactions,
        successful,
        failed: 0,
        incidents_created: created,
        incidents_resolved: resolved,
      }
    })

/** In another order, some of them twice. */
const shuffled = (messages: readonly Sent[], order: readonly number[]): Sent[] =>
  messages
    .flatMap((message, at) => ((order[at] ?? 0) % 4 === 0 ? [message, message] : [message]))
    .map((message, at) => ({ message, place: order[at % order.length] ?? 0 }))
    .sort((one, other) => one.place - other.place)
    .map(({ message }) => message)

/** Topic by topic, all at once, as the consumer does; or all there is together. */
const foldAll = async (messages: readonly Sent[], together: boolean) => {
  if (together) return void (await Promise.all(messages.map(service.fold)))
  const topics = Map.groupBy(messages, ({ topic }) => topic)
  await Promise.all(
    [...topics.values()].map(async (ofTopic) => {
      for (const message of ofTopic) await service.fold(message)
    }),
  )
}

describe('whatever the history', () => {
  it('the counters equal those of a plain model in any message order, with repeats, and folded again', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ parses, lives, order }) => {
        await service.empty()
        const expected: Expected = { counters: new Map(), open: new Map() }
        const messages = [...expectFiles(parses, expected), ...expectIncidents(lives, expected)]
        await foldAll(shuffled(messages, order), (order[0] ?? 0) % 2 === 0)
        const open = [...expected.open].sort().map(([institution_key, count]) => ({ institution_key, open: count }))
        expect(await service.counters()).toEqual(rowsOf(expected))
        expect(await service.open()).toEqual(open)
        await service.look(`update analytics.journal_day set transactions = 99`)
        await service.look(`delete from analytics.incident where incident_id % 2 = 0`)
        await service.look(`update analytics.day_counter set files_parsed = 77 where institution_key <> 'ZETA'`)
        await service.look(`delete from analytics.day_counter where institution_key = 'ZETA'`)
        await service.rebuild()
        expect(await service.counters()).toEqual(rowsOf(expected))
        expect(await service.open()).toEqual(open)
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('a message', () => {
  it('that two replicas are given at once is counted once, and so are two of one ATM', async () => {
    await service.empty()
    const [first, second] = [1, 2].map((n) =>
      fileParsed({ fileId: n, parseSequence: n, transactions: n, journalDate: `2026-03-0${n}` }),
    )
    if (first === undefined || second === undefined) throw new Error('two messages are expected')
    const replicas = [service.fold, service.foldElsewhere]
    await Promise.all(replicas.flatMap((fold) => [first, second, first, second, first].map(fold)))
    expect(await service.counters()).toMatchObject([
      { day: '2026-03-01', files_parsed: 1, transactions: 1 },
      { day: '2026-03-02', files_parsed: 1, transactions: 2 },
    ])
    expect(await service.look('select count(*)::int as kept from analytics.inbox')).toEqual([{ kept: 2 }])
  })

  it('that does not have the shape of its topic is refused, with nothing kept of it', async () => {
    await service.empty()
    const { topic, envelope } = fileParsed({ fileId: 1, parseSequence: 1 })
    const faulty = { topic, envelope: { ...envelope, data: { ...envelope.data, transactions: 'many' } } }
    await expect(service.fold(faulty)).rejects.toThrow(/transactions/)
    expect(await service.look('select count(*)::int as kept from analytics.inbox')).toEqual([{ kept: 0 }])
  })

  it('is folded together with what comes meanwhile, and is none the worse for a faulty one beside it', async () => {
    await service.empty()
    const parses = Array.from({ length: 40 }, (_, n) =>
      fileParsed({ fileId: n, atmId: n, parseSequence: 1, transactions: n === 17 ? 3_000_000_000 : 1 }),
    )
    const outcomes = await Promise.allSettled(parses.map(service.fold))
    expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([17])
    expect(await service.counters()).toMatchObject([{ files_parsed: 39, transactions: 39 }])
    const [inbox] = await service.look('select count(distinct xmin::text)::int as transactions from analytics.inbox')
    expect(Number(inbox?.transactions)).toBeLessThan(10)
  })

  it('may have fields that are not known yet', async () => {
    await service.empty()
    const { topic, envelope } = fileParsed({ fileId: 1, parseSequence: 1, transactions: 2 })
    await service.fold({ topic, envelope: { ...envelope, data: { ...envelope.data, weather: 'rain' } } })
    expect(await service.counters()).toMatchObject([{ files_parsed: 1, transactions: 2 }])
  })
})

describe('an incident', () => {
  const kept = () => service.look('select kind, count(*)::int as n from analytics.inbox group by 1 order by 1')
  const known = () =>
    service.look(`select institution_key as of, version, is_open from analytics.incident order by incident_id`)
  const due = () => service.look('select day::text, institution_key as of from analytics.day_counter order by 1, 2')

  it('is counted on its days, and is due on the day of its message while it is open, each institution for itself', async () => {
    await service.empty()
    const on = (day: string, institutionKey = 'ACME') => ({
      institutionKey,
      occurredAt: `2026-03-${day}T10:00:00.000Z`,
    })
    await service.fold(incidentChanged('created', { incidentId: 1, openedAt: '2026-03-01T22:59:59Z' }, on('02')))
    expect(await service.counters()).toMatchObject([{ day: '2026-03-01', incidents_created: 1 }])
    expect(await due(), 'open since the day of its message').toEqual([
      { day: '2026-03-01', of: 'ACME' },
      { day: '2026-03-02', of: 'ACME' },
    ])
    await service.look('delete from analytics.day_counter where incidents_created = 0')
    await service.fold(incidentChanged('updated', { incidentId: 1, version: 2 }, on('05')))
    expect(await due(), 'one more event is nothing to count').toEqual([{ day: '2026-03-01', of: 'ACME' }])
    await service.fold(incidentChanged('updated', { incidentId: 1, version: 3 }, on('06', 'ZETA')))
    await service.fold(incidentChanged('resolved', { incidentId: 1, version: 4 }, on('07', 'ZETA')))
    expect(await service.counters(), 'all of it belongs to who has the ATM now').toMatchObject([
      { day: '2026-03-01', institution_key: 'ZETA', incidents_created: 1, incidents_resolved: 1 },
    ])
    expect(await known()).toEqual([{ of: 'ZETA', version: 4, is_open: false }])
  })

  it('leaves of its updates in the inbox those only that changed more than its version, and a rebuild finds the same', async () => {
    await service.empty()
    const update = (version: number, institutionKey = 'ACME') =>
      incidentChanged('updated', { incidentId: 1, version }, { institutionKey })
    await service.fold(incidentChanged('created', { incidentId: 1 }))
    await Promise.all(Array.from({ length: 30 }, (_, n) => service.fold(update(n + 2))))
    const opened = { kind: 'INCIDENT_CREATED', n: 1 }
    expect(await kept()).toEqual([opened])
    await service.fold(update(40, 'ZETA'))
    await service.fold(update(41, 'ZETA'))
    await service.fold(update(35, 'ACME'))
    await service.fold(update(40, 'ZETA'))
    expect(await kept()).toEqual([opened, { kind: 'INCIDENT_UPDATED', n: 1 }])
    const before = [await known(), await service.counters()]
    expect(before[0]).toEqual([{ of: 'ZETA', version: 41, is_open: true }])
    await service.rebuild()
    expect([await known(), await service.counters()]).toEqual(before)
    await service.fold(update(41, 'ACME'))
    expect(await known(), 'an older state has no effect after it either').toEqual(before[0])
  })

  it('that comes back to an institution is there after a rebuild too, with late messages between', async () => {
    await service.empty()
    const update = (version: number, institutionKey: string) =>
      incidentChanged('updated', { incidentId: 1, version }, { institutionKey })
    await service.fold(update(10, 'ACME'))
    await service.fold(update(40, 'ACME'))
    await Promise.all([service.fold(incidentChanged('created', { incidentId: 1 })), service.fold(update(20, 'ZETA'))])
    const before = [await known(), await service.counters()]
    expect(before[0]).toEqual([{ of: 'ACME', version: 40, is_open: true }])
    await service.rebuild()
    expect([await known(), await service.counters()]).toEqual(before)
  })
})

describe('a rebuild', () => {
  it('leaves right counters alone, and puts wrong ones right', async () => {
    await service.empty()
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 5, successful: 4, failed: 1 }))
    await service.take()
    expect(await service.rebuild()).toBe('1 ATMs and 1 days counted, 0 counters put right')
    await service.look('update analytics.day_counter set transactions = 1')
    expect(await service.rebuild()).toBe('1 ATMs and 1 days counted, 1 counters put right')
    expect(await service.counters()).toMatchObject([{ transactions: 5, successful: 4, failed: 1 }])
  })

  it('keeps what came of messages that are forgotten by now: 90 days after they were consumed', async () => {
    await service.empty()
    service.clock.now = new Date('2026-03-01T12:00:00Z')
    await service.fold(fileParsed({ fileId: 1, parseSequence: 1, transactions: 5, successful: 5 }))
    await service.fold(incidentChanged('created', { incidentId: 1 }))
    service.clock.now = new Date('2026-05-30T12:00:01Z')
    await service.fold(fileParsed({ fileId: 2, parseSequence: 2, transactions: 7, journalDate: '2026-05-30' }))
    await service.fold(incidentChanged('resolved', { incidentId: 1, resolvedAt: '2026-05-30T11:00:00Z' }))
    const before = await service.counters()
    expect(await service.retain()).toBe('2 messages and 0 snapshots deleted')
    expect(await service.look('select count(*)::int as kept from analytics.inbox')).toEqual([{ kept: 2 }])
    await service.rebuild()
    expect(await service.counters()).toEqual(before)
    expect(before).toMatchObject([
      { day: '2026-03-01', files_parsed: 1, transactions: 5, incidents_created: 1 },
      { day: '2026-05-30', files_parsed: 1, transactions: 7, incidents_resolved: 1 },
    ])
    expect(await service.open()).toEqual([])
    service.clock.now = new Date('2027-05-30T12:00:00Z')
    await service.retain()
    expect(await service.look('select count(*)::int as kept from analytics.inbox')).toEqual([{ kept: 0 }])
    await service.rebuild()
    expect(await service.counters()).toEqual(before)
  })
})
