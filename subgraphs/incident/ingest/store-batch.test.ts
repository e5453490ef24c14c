import { describe, expect, it } from 'vitest'
import { DomainError } from '../../kit/common/errors.ts'
import type { Signal } from '../model/ingest.types.ts'
import type { Committed, Outcome } from './batch-writer.ts'
import type { Waiting } from './queue.rules.ts'
import { storeBatch } from './store-batch.ts'

const LOCKED = '55P03'
const SERIALIZATION = '40001'
const OUT_OF_RANGE = '22003'
const NO_TABLE = '42P01'

/** Far more than any case needs, so that what goes on without end fails at once. */
const MOST_ATTEMPTS = 50

const faultOf = (code: string) => Object.assign(new Error(`fault ${code}`), { code })
const beatOf = (agentAtmId: string): Signal => ({ kind: 'heartbeat', agentAtmId, institutionKey: null, receivedAt: 0 })

type Attempt = (names: readonly string[], attempt: number) => Error | null | undefined
type Options = {
  readonly onCommitted?: () => void
  readonly isStalled?: boolean
  readonly isCautious?: boolean
  /** What the store says when it is asked which ATMs are locked. */
  readonly locked?: readonly string[]
}

/** Stores heartbeats. `attempt` gives an error, null for a lost connection, and nothing where all is stored. */
const store = async (names: readonly string[], attempt: Attempt, options: Options = {}) => {
  const observed = {
    attempts: [] as string[],
    pauses: [] as number[],
    faults: [] as string[],
    asked: [] as string[],
    aside: [] as string[],
    answers: [] as string[],
  }
  const callbacksOf = (name: string) => ({
    resolve: (outcome: Outcome) => void observed.answers.push(`${name} ${outcome.kind}`),
    reject: (error: unknown) =>
      void observed.answers.push(`${name} ${error instanceof DomainError ? error.code : String(error)}`),
  })
  const waitingOf = (name: string, repeats: Waiting[] = []): Waiting => ({
    signal: beatOf(name),
    tries: 0,
    repeats,
    ...callbacksOf(name),
  })
  const store = {
    async attempt(signals: readonly Signal[]): Promise<Committed | null> {
      const batch = signals.map(({ agentAtmId }) => agentAtmId)
      observed.attempts.push(batch.join())
      if (observed.attempts.length > MOST_ATTEMPTS) throw new DomainError('INTERNAL', 'it is tried without end')
      const result = attempt(batch, observed.attempts.length)
      if (result === null) return null
      if (result !== undefined) throw result
      const outcomes = batch.filter((name) => name !== 'silent').map((): Outcome => ({ kind: 'foreign' }))
      return { outcomes, atms: [], stateChanges: [], hasMessages: false }
    },
  }
  const batch = names.map((name) => waitingOf(name, name === 'twice' ? [waitingOf('twice again')] : []))
  await storeBatch(
    {
      store,
      onCommitted: () => {
        observed.answers.push('committed')
        options.onCommitted?.()
      },
      onFault: (error, what) => observed.faults.push(`${what}: ${error instanceof Error ? error.message : error}`),
      pause: async (attempts) => {
        observed.pauses.push(attempts)
        if (observed.pauses.length > MOST_ATTEMPTS) throw new Error('it pauses without end')
      },
      isCautious: () => options.isCautious === true,
      async findLocked(some, lockedAre) {
        const asked = some.map(({ signal }) => signal.agentAtmId)
        observed.asked.push(`${lockedAre} ${asked.join()}`)
        return new Set(asked.filter((name) => options.locked?.includes(name)))
      },
      setAside: (waiting) => observed.aside.push(waiting.map(({ signal }) => signal.agentAtmId).join()),
      isStalled: () => options.isStalled === true,
    },
    batch,
  )
  return observed
}
const NOTHING = { pauses: [], faults: [], asked: [], aside: [], answers: [] }

describe('a batch that is stored', () => {
  it('is passed on first and then answered, repeats with those that they repeat', async () => {
    expect(await store(['a', 'twice'], () => undefined)).toEqual({
      ...NOTHING,
      attempts: ['a,twice'],
      answers: ['committed', 'a foreign', 'twice foreign', 'twice again foreign'],
    })
  })

  it('stays stored where it cannot be passed on', async () => {
    const onCommitted = () => {
      throw new Error('no listener')
    }
    expect(await store(['a'], () => undefined, { onCommitted })).toEqual({
      ...NOTHING,
      attempts: ['a'],
      faults: ['a committed batch could not be passed on: no listener'],
      answers: ['committed', 'a foreign'],
    })
  })

  it('answers none without an outcome', async () => {
    expect((await store(['a', 'silent'], () => undefined)).answers).toEqual(['committed', 'a foreign'])
  })

  it('may have taken five attempts, with pauses between them', async () => {
    const observed = await store(
      ['a', 'b'],
      (_names, n) => [null, faultOf(SERIALIZATION), null, faultOf('40P01')][n - 1],
    )
    expect(observed).toEqual({
      ...NOTHING,
      attempts: new Array(5).fill('a,b'),
      pauses: [1, 2, 3, 4],
      answers: ['committed', 'a foreign', 'b foreign'],
    })
  })
})

describe('a batch that cannot be stored', () => {
  it('is refused as a whole after five lost connections', async () => {
    expect(await store(['a', 'twice'], () => null)).toEqual({
      ...NOTHING,
      attempts: new Array(5).fill('a,twice'),
      pauses: [1, 2, 3, 4],
      answers: ['a UNAVAILABLE', 'twice UNAVAILABLE', 'twice again UNAVAILABLE'],
    })
  })

  it('is refused as a whole, and at once, with a refusal that the store gives', async () => {
    const refusal = new DomainError('FORBIDDEN', 'no')
    expect(await store(['a', 'b'], () => refusal)).toEqual({
      ...NOTHING,
      attempts: ['a,b'],
      answers: ['a FORBIDDEN', 'b FORBIDDEN'],
    })
  })

  it('is halved, so that the events are refused whose values cannot be stored', async () => {
    const observed = await store(['a', 'b', 'bad', 'd', 'e'], (names) =>
      names.includes('bad') ? faultOf(OUT_OF_RANGE) : undefined,
    )
    expect(observed).toEqual({
      ...NOTHING,
      attempts: ['a,b,bad,d,e', 'a,b', 'bad,d,e', 'bad', 'd,e'],
      faults: ['an event was refused by the store: fault 22003'],
      answers: ['committed', 'a foreign', 'b foreign', 'bad BAD_USER_INPUT', 'committed', 'd foreign', 'e foreign'],
    })
  })

  it('is refused event by event where a fault of ours prevents the batch', async () => {
    expect(await store(['a', 'b'], () => faultOf(NO_TABLE))).toEqual({
      ...NOTHING,
      attempts: ['a,b', 'a', 'b'],
      faults: ['an event could not be stored: fault 42P01', 'an event could not be stored: fault 42P01'],
      answers: ['a UNAVAILABLE', 'b UNAVAILABLE'],
    })
  })

  it('is halved after five attempts where transactions collide, and then tried again', async () => {
    const observed = await store(['a', 'b'], (names) => (names.includes('b') ? faultOf(SERIALIZATION) : undefined))
    expect(observed).toEqual({
      ...NOTHING,
      attempts: [...new Array(5).fill('a,b'), 'a', ...new Array(5).fill('b')],
      pauses: [1, 2, 3, 4, 1, 2, 3, 4],
      faults: ['an event could not be stored: fault 40001'],
      answers: ['committed', 'a foreign', 'b UNAVAILABLE'],
    })
  })

  it('names what is wrong with an event in its refusal', async () => {
    const refusals: unknown[] = []
    const waiting: Waiting = {
      signal: beatOf('a'),
      tries: 0,
      repeats: [],
      resolve() {},
      reject: (error) => refusals.push(error),
    }
    const store = { attempt: () => Promise.reject(faultOf(OUT_OF_RANGE)) }
    const ways = { onCommitted() {}, onFault() {}, setAside() {}, pause: async () => {}, isStalled: () => false }
    const asking = { isCautious: () => false, findLocked: async () => new Set<string>() }
    await storeBatch({ store, ...ways, ...asking }, [waiting])
    expect(refusals).toMatchObject([
      { code: 'BAD_USER_INPUT', errors: [{ field: 'body', message: 'holds a value that cannot be stored' }] },
    ])
  })
})

describe('a batch with a locked ATM', () => {
  const failing =
    (...locked: readonly string[]): Attempt =>
    (names) =>
      names.some((name) => locked.includes(name)) ? faultOf(LOCKED) : undefined

  it('is asked which they are, and all others are stored together', async () => {
    const locked = ['x', 'y']
    expect(await store(['a', 'x', 'b', 'y', 'x', 'c'], failing(...locked), { locked })).toEqual({
      ...NOTHING,
      attempts: ['a,x,b,y,x,c', 'a,b,c'],
      asked: ['atms-or-counts a,x,b,y,x,c'],
      aside: ['x,y,x'],
      answers: ['committed', 'a foreign', 'b foreign', 'c foreign'],
    })
  })

  it('is asked first while some were locked a moment ago, and not tried where all are', async () => {
    expect(await store(['a', 'x'], failing('x'), { locked: ['x'], isCautious: true })).toEqual({
      ...NOTHING,
      attempts: ['a'],
      asked: ['atms a,x'],
      aside: ['x'],
      answers: ['committed', 'a foreign'],
    })
    const all = await store(['x', 'x'], failing('x'), { locked: ['x'], isCautious: true })
    expect(all).toEqual({ ...NOTHING, attempts: [], asked: ['atms x,x'], aside: ['x,x'] })
  })

  it('is asked again where another one was locked meanwhile', async () => {
    const locked = ['x']
    const attempt: Attempt = (names, n) => {
      if (n === 2) locked.push('y')
      return failing(...locked)(names, n)
    }
    expect(await store(['a', 'x', 'y'], attempt, { locked })).toMatchObject({
      attempts: ['a,x,y', 'a,y', 'a'],
      asked: ['atms-or-counts a,x,y', 'atms-or-counts a,y'],
      aside: ['x,y'],
    })
  })

  it('is halved where none is found, and only what is locked comes again later, each ATM in its order', async () => {
    expect(await store(['a', 'b', 'locked', 'locked', 'c'], failing('locked'))).toEqual({
      ...NOTHING,
      attempts: ['a,b,locked,locked,c', 'a,b', 'locked,locked,c', 'locked', 'c'],
      asked: ['atms-or-counts a,b,locked,locked,c'],
      aside: ['locked,locked'],
      answers: ['committed', 'a foreign', 'b foreign', 'committed', 'c foreign'],
    })
  })

  it('puts a bad event of the others apart from what is locked', async () => {
    const attempt: Attempt = (names, n) =>
      failing('x')(names, n) ?? (names.includes('bad') ? faultOf(OUT_OF_RANGE) : undefined)
    expect(await store(['a', 'x', 'bad'], attempt, { locked: ['x'] })).toMatchObject({
      aside: ['x'],
      answers: ['committed', 'a foreign', 'bad BAD_USER_INPUT'],
    })
  })

  it('refuses another fault of a single event at once', async () => {
    const observed = await store(['a'], () => faultOf(NO_TABLE))
    expect(observed).toMatchObject({ attempts: ['a'], aside: [], answers: ['a UNAVAILABLE'] })
  })

  it('has all refused that cannot be stored with the others for one reason, and what is locked put aside', async () => {
    const attempt: Attempt = (names, n) => failing('x')(names, n) ?? new DomainError('UNAVAILABLE', 'no')
    expect(await store(['a', 'x', 'b'], attempt, { locked: ['x'] })).toMatchObject({
      aside: ['x'],
      answers: ['a UNAVAILABLE', 'b UNAVAILABLE'],
    })
  })
})

it.each([[LOCKED], [OUT_OF_RANGE], [NO_TABLE]])('a stalled batch is refused as a whole (%s)', async (code) => {
  for (const names of [['a'], ['a', 'twice']]) {
    const observed = await store(names, () => faultOf(code), { isStalled: true })
    expect(observed).toEqual({
      ...NOTHING,
      attempts: [names.join()],
      answers: names.flatMap((name) =>
        name === 'twice' ? ['twice UNAVAILABLE', 'twice again UNAVAILABLE'] : [`${name} UNAVAILABLE`],
      ),
    })
  }
})
