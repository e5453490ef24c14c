import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gate, pass, settle, startTimedLane } from '../testing/lane.testing.ts'
import { connectionToNowhere, exception } from '../testing/writer.testing.ts'

const LOCKED = Object.assign(new Error('locked'), { code: '55P03' })
const COMMIT_FAULT = new Error('no listener')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a lane', () => {
  it('takes what comes in one turn together, and nothing waits when it is idle', async () => {
    const { lane, reported, submit } = startTimedLane()
    submit('a')
    await Promise.resolve()
    submit('b')
    expect(reported.batches).toEqual([])
    await settle()
    submit('c')
    await settle()
    expect(reported.batches).toEqual(['a,b', 'c'])
    expect(reported.answers).toEqual(['a foreign', 'b foreign', 'c foreign'])
    expect(vi.getTimerCount()).toBe(0)
    expect(await lane.check()).toEqual({ status: 'UP' })
    await lane.close()
    expect(reported.closed).toBe(1)
  })

  it('fills the next batch while one is under way, up to 500', async () => {
    const first = gate()
    const { reported, submit } = startTimedLane((names) => (names[0] === 'a' ? first.promise : Promise.resolve()))
    submit('a')
    await settle()
    for (let n = 0; n < 501; n += 1) submit(`n${n}`)
    await settle()
    expect(reported.batches).toEqual(['a'])
    first.resolve()
    await settle()
    expect(reported.batches.map((names) => names.split(',').length)).toEqual([1, 500, 1])
  })

  it('lets heartbeats gather for a while after a batch of several; an event takes them along', async () => {
    let elapsedMs = 0
    const { lane, reported, submit } = startTimedLane(undefined, { heartbeatsMs: 100, elapsedMs: () => elapsedMs })
    for (const name of ['a', 'b', 'c']) submit(name)
    await settle()
    expect(reported.batches).toEqual(['a,b,c'])
    elapsedMs = 40
    submit('d')
    await settle()
    await pass(30)
    submit('e')
    submit('f')
    await pass(29)
    expect(reported.batches).toHaveLength(1)
    await pass(1)
    expect(reported.batches).toEqual(['a,b,c', 'd,e,f'])
    submit('g')
    await settle()
    submit('h')
    await settle()
    expect(reported.batches).toHaveLength(2)
    submit('event', exception('event', 0))
    await settle()
    expect(reported.batches.at(-1)).toBe('g,h,event')
    submit('i')
    await settle()
    await lane.close()
    expect(reported.batches.at(-1)).toBe('i')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets events gather that come while batches are under way, and one sender alone does not wait', async () => {
    const first = gate()
    const { lane, reported, submit } = startTimedLane(
      (names) => (names[0] === 'a' ? first.promise : Promise.resolve()),
      {
        eventsMs: 25,
        elapsedMs: () => 0,
      },
    )
    const post = (name: string) => submit(name, exception(name, 0))
    post('a')
    await settle()
    for (const name of ['b', 'c', 'd']) post(name)
    first.resolve()
    await settle()
    post('e')
    await pass(24)
    expect(reported.batches).toEqual(['a'])
    await pass(1)
    expect(reported.batches).toEqual(['a', 'b,c,d,e'])
    for (const name of ['f', 'g', 'h']) {
      post(name)
      await settle()
      await pass(25)
    }
    post('i')
    await settle()
    expect(reported.batches.slice(2)).toEqual(['f', 'g', 'h', 'i'])
    await lane.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gathers no more once it closes, and stores what waits', async () => {
    const first = gate()
    const { lane, reported, submit } = startTimedLane((names) =>
      names[0] === 'n0' ? first.promise : Promise.resolve(),
    )
    for (let n = 0; n < 20; n += 1) submit(`n${n}`)
    await settle()
    submit('last')
    const closing = lane.close()
    submit('late')
    first.resolve()
    await closing
    expect(reported.answers.at(0)).toBe('late UNAVAILABLE')
    expect(reported.answers.at(-1)).toBe('last foreign')
    expect([reported.batches.length, reported.closed]).toEqual([2, 1])
    submit('later')
    await settle()
    expect(reported.answers.at(-1)).toBe('later UNAVAILABLE')
  })

  it('refuses what it has no room for', async () => {
    const first = gate()
    const { reported, submit } = startTimedLane((names) => (names[0] === 'a' ? first.promise : Promise.resolve()), {
      maxWaiting: 8,
    })
    submit('a')
    await settle()
    for (let n = 0; n < 5; n += 1) submit(`n${n}`)
    await settle()
    expect(reported.answers).toEqual(['n4 UNAVAILABLE'])
    first.resolve()
    await settle()
    expect(reported.batches).toEqual(['a', 'n0,n1,n2,n3'])
  })

  it('waits longer before each further attempt, by a random measure', async () => {
    const failing = Object.assign(new Error('collision'), { code: '40001' })
    const { reported, submit } = startTimedLane(() => Promise.reject(failing), { random: () => 0.5 })
    submit('a')
    await settle()
    for (const [n, waitMs] of [60, 120, 180, 240].entries()) {
      await pass(waitMs - 1)
      expect(reported.batches).toHaveLength(n + 1)
      await pass(1)
      expect(reported.batches).toHaveLength(n + 2)
    }
    expect(reported.answers).toEqual(['a UNAVAILABLE'])
    expect(reported.faults).toEqual(['an event could not be stored: collision'])
  })
})

describe('a locked ATM', () => {
  it('is tried five times more with growing pauses while the others go on, and then refused', async () => {
    const { reported, submit } = startTimedLane(async (names) => {
      if (names.includes('locked')) throw LOCKED
    })
    submit('locked')
    submit('free')
    await settle()
    expect(reported.batches).toEqual(['locked,free', 'locked', 'free'])
    expect(reported.answers).toEqual(['free foreign'])
    for (const [n, waitMs] of [280, 310, 340, 370, 400].entries()) {
      await pass(waitMs - 1)
      expect(reported.batches).toHaveLength(n + 3)
      await pass(1)
      expect(reported.batches).toHaveLength(n + 4)
    }
    expect(reported.answers).toEqual(['free foreign', 'locked UNAVAILABLE'])
    submit('next')
    await settle()
    expect(reported.answers.at(-1)).toBe('next foreign')
  })

  /** A connection whose store says which ATMs are locked; `asked` hears of each question. */
  const connectionFinding = (locked: ReadonlySet<string>, asked = () => {}) =>
    connectionToNowhere({
      async run(name) {
        if (name !== 'find-locked-atms') return []
        asked()
        return JSON.parse(JSON.stringify([...locked].map((agentAtmId) => ({ agentAtmId }))))
      },
    })

  /** A lane whose store says which ATMs are locked. Its clock stands still until it is set. */
  const startAsking = (locked: ReadonlySet<string>) => {
    let elapsedMs = 0
    let questions = 0
    const connection = connectionFinding(locked, () => {
      questions += 1
    })
    const write = async (names: readonly string[]) => {
      if (names.some((name) => locked.has(name))) throw LOCKED
    }
    const setElapsed = (ms: number) => {
      elapsedMs = ms
    }
    const lane = startTimedLane(write, { connect: async () => connection, elapsedMs: () => elapsedMs })
    return { ...lane, setElapsed, asked: () => questions }
  }

  it('has the store asked first for five seconds, and no longer', async () => {
    const locked = new Set(['x'])
    const { lane, submit, reported, setElapsed, asked } = startAsking(locked)
    submit('x')
    submit('a')
    await settle()
    expect([asked(), reported.batches]).toEqual([1, ['x,a', 'a']])
    locked.clear()
    await pass(280)
    expect([asked(), reported.batches.at(-1)]).toEqual([2, 'x'])
    setElapsed(4_999)
    submit('b')
    await settle()
    expect(asked()).toBe(3)
    setElapsed(5_000)
    submit('c')
    await settle()
    expect(asked()).toBe(3)
    expect(reported.answers).toEqual(['a foreign', 'x foreign', 'b foreign', 'c foreign'])
    await lane.close()
  })

  it('has the store asked for longer only while it stays locked, not for others that are locked for a moment', async () => {
    const locked = new Set(['x'])
    const { lane, submit, setElapsed, asked, reported } = startAsking(locked)
    submit('x')
    await settle()
    setElapsed(4_000)
    await pass(280)
    locked.delete('x')
    await pass(310)
    expect(asked()).toBe(3)
    setElapsed(8_000)
    locked.add('y')
    submit('y')
    await settle()
    locked.delete('y')
    await pass(280)
    expect(asked()).toBe(5)
    setElapsed(9_000)
    submit('z')
    await settle()
    expect(asked()).toBe(5)
    expect(reported.answers).toEqual(['x foreign', 'y foreign', 'z foreign'])
    await lane.close()
  })

  it('is refused with all that waits where a batch takes too long', async () => {
    const slow = gate()
    const locked = new Set(['x'])
    const connection = connectionFinding(locked)
    const { submit, reported } = startTimedLane(
      async (names) => {
        if (names.includes('x')) throw LOCKED
        await slow.promise
      },
      { connect: async () => connection, stalledAfterMs: 100 },
    )
    submit('x')
    await settle()
    submit('slow')
    await settle()
    submit('x')
    await pass(100)
    expect(reported.answers).toEqual(['x UNAVAILABLE', 'x UNAVAILABLE'])
    expect(reported.faults).toEqual(['a batch takes too long: 2 events behind it were refused'])
    slow.resolve()
    await pass(1_000)
    expect(reported.answers.slice(2)).toEqual(['slow foreign'])
  })

  it('is waited for by a lane that closes', async () => {
    let isLocked = true
    const { lane, reported, submit } = startTimedLane(async () => {
      if (isLocked) throw LOCKED
    })
    submit('locked')
    await settle()
    const closing = lane.close().then(() => reported.answers.push('closed'))
    await settle()
    expect(reported.answers).toEqual([])
    isLocked = false
    await pass(280)
    await closing
    expect(reported.answers).toEqual(['locked foreign', 'closed'])
  })
})

describe('a batch that takes five seconds', () => {
  it('has what waits behind it refused, and what comes, until it has ended', async () => {
    const first = gate()
    const { lane, reported, submit } = startTimedLane(() => first.promise)
    submit('slow')
    await settle()
    submit('behind')
    await pass(4_999)
    expect([reported.answers, await lane.check()]).toEqual([[], { status: 'UP' }])
    await pass(1)
    submit('after')
    await settle()
    expect(reported.answers).toEqual(['behind UNAVAILABLE', 'after UNAVAILABLE'])
    expect(reported.faults).toEqual(['a batch takes too long: 1 events behind it were refused'])
    expect(await lane.check()).toEqual({ status: 'DOWN', reason: 'a batch takes too long' })
    first.resolve()
    await settle()
    submit('next')
    await settle()
    expect(reported.answers.slice(2)).toEqual(['slow foreign', 'next foreign'])
    expect(await lane.check()).toEqual({ status: 'UP' })
  })

  it('is not tried again, as it would be otherwise', async () => {
    const first = gate()
    const { reported, submit } = startTimedLane(() => first.promise)
    submit('slow')
    submit('too')
    await settle()
    await pass(5_000)
    first.reject(LOCKED)
    await settle()
    expect(reported.batches).toEqual(['slow,too'])
    expect(reported.answers).toEqual(['slow UNAVAILABLE', 'too UNAVAILABLE'])
    expect(reported.faults).toEqual(['a batch takes too long: 0 events behind it were refused'])
  })
})

describe('a store that cannot be reached', () => {
  it('has all that waits refused at once, and what comes within 250 ms', async () => {
    const connected = gate()
    let attempts = 0
    const connect = async (): Promise<never> => {
      attempts += 1
      await connected.promise
      throw new Error('refused')
    }
    const { lane, reported, submit, setClock } = startTimedLane(undefined, { connect, elapsedMs: () => 0 })
    submit('a')
    await settle()
    submit('b')
    connected.resolve()
    await settle()
    expect([attempts, reported.answers]).toEqual([1, ['a UNAVAILABLE', 'b UNAVAILABLE']])
    expect([reported.store, await lane.check()]).toEqual([['refused'], { status: 'DOWN', reason: 'refused' }])
    setClock(249)
    submit('c')
    await settle()
    expect([reported.answers.length, reported.store.length, reported.batches]).toEqual([3, 1, []])
    await lane.close()
  })

  it('is asked by the check where nothing was stored lately', async () => {
    const { lane, reported } = startTimedLane()
    expect(await lane.check()).toEqual({ status: 'UP' })
    expect(reported.closed).toBe(1)
    expect(reported.batches).toEqual([])
  })
})

it('a fault in the handling of faults refuses the batch and ends nothing', async () => {
  const faults: string[] = []
  const { reported, submit } = startTimedLane(
    async (names) => {
      if (names.includes('bad')) throw Object.assign(new Error('no table'), { code: '42P01' })
    },
    {
      onFault(_error, what) {
        faults.push(what)
        if (what === 'an event could not be stored') throw COMMIT_FAULT
      },
    },
  )
  submit('bad')
  await settle()
  submit('good')
  await settle()
  expect(faults).toEqual(['an event could not be stored', 'a batch could not be handled'])
  expect(reported.answers).toEqual(['bad UNAVAILABLE', 'good foreign'])
})
