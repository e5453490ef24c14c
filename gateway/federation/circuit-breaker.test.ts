import { describe, expect, it } from 'vitest'
import { type BreakerState, type CallOutcome, createCircuitBreaker } from './circuit-breaker.ts'

const open = () => {
  let nowMs = 1_000
  const states: BreakerState[] = []
  const breaker = createCircuitBreaker({
    failures: 3,
    pauseMs: 2_000,
    nowMs: () => nowMs,
    onChange: (state) => states.push(state),
  })
  return {
    breaker,
    states,
    wait: (ms: number) => {
      nowMs += ms
    },
    call: (outcome: CallOutcome, caller = 'a') => breaker.enter(caller)?.(outcome),
  }
}

const opened = () => {
  const test = open()
  for (let n = 0; n < 3; n += 1) test.call('failure')
  return test
}

describe('a circuit breaker', () => {
  it('opens after so many failures in a row, and admits no call for the pause', () => {
    const { breaker, call, wait, states } = open()
    call('failure')
    call('failure')
    expect([breaker.state(), breaker.pauseLeftMs()]).toEqual(['closed', 0])
    call('failure')
    expect([breaker.state(), breaker.pauseLeftMs()]).toEqual(['open', 2_000])
    wait(1_999)
    expect(breaker.enter('a')).toBeNull()
    expect(breaker.pauseLeftMs()).toBe(1)
    expect(states).toEqual(['open'])
  })

  it('counts only failures in a row', () => {
    const { breaker, call } = open()
    for (const outcome of ['failure', 'failure', 'success', 'failure', 'none', 'failure'] as const) call(outcome)
    expect(breaker.state()).toBe('closed')
    call('failure')
    expect(breaker.state()).toBe('open')
  })

  it('does not count the failure of a call that began before the last success', () => {
    const { breaker, call } = open()
    const early = [breaker.enter('a'), breaker.enter('a'), breaker.enter('a')]
    call('success')
    for (const end of early) end?.('failure')
    expect(breaker.state()).toBe('closed')
    for (let n = 0; n < 3; n += 1) call('failure')
    expect(breaker.state()).toBe('open')
  })

  it('opens by timeouts of at least two callers, as one caller may only ask for too much', () => {
    const { breaker, call } = open()
    for (let n = 0; n < 10; n += 1) call('timeout')
    expect(breaker.state()).toBe('closed')
    call('timeout', 'b')
    expect(breaker.state()).toBe('open')
  })

  it('forgets whose calls timed out with a success', () => {
    const { breaker, call } = open()
    for (const caller of ['a', 'b']) call('timeout', caller)
    call('success')
    for (let n = 0; n < 10; n += 1) call('timeout')
    expect(breaker.state()).toBe('closed')
  })

  it('opens for one caller where another failure than a timeout is among those in a row', () => {
    const { breaker, call } = open()
    for (let n = 0; n < 4; n += 1) call('timeout')
    expect(breaker.state()).toBe('closed')
    call('failure')
    expect(breaker.state()).toBe('open')
  })

  it('admits another probe after a further pause, as the first may only ask for too much', () => {
    const { breaker, wait } = opened()
    wait(2_000)
    const slow = breaker.enter('a')
    wait(1_999)
    expect([breaker.enter('b'), breaker.pauseLeftMs()]).toEqual([null, 1])
    wait(1)
    breaker.enter('b')?.('success')
    expect(breaker.state()).toBe('closed')
    slow?.('timeout')
    expect(breaker.state()).toBe('closed')
  })

  it('opens again when a probe times out', () => {
    const { breaker, wait, call } = opened()
    wait(2_000)
    call('timeout')
    expect(breaker.state()).toBe('open')
  })

  it('admits one probe after the pause, and closes with its success', () => {
    const { breaker, wait, call, states } = opened()
    wait(2_000)
    const probe = breaker.enter('a')
    expect([breaker.state(), breaker.enter('a'), breaker.pauseLeftMs()]).toEqual(['half-open', null, 2_000])
    probe?.('success')
    expect(breaker.state()).toBe('closed')
    expect(breaker.enter('a')).not.toBeNull()
    expect(states).toEqual(['open', 'half-open', 'closed'])
    call('failure')
    call('failure')
    expect(breaker.state()).toBe('closed')
  })

  it('opens again for a whole pause when the probe fails', () => {
    const { breaker, wait, call } = opened()
    wait(5_000)
    call('failure')
    expect([breaker.state(), breaker.pauseLeftMs(), breaker.enter('a')]).toEqual(['open', 2_000, null])
  })

  it('probes again when the probe was cancelled', () => {
    const { breaker, wait, call } = opened()
    wait(2_000)
    call('none')
    expect(breaker.state()).toBe('half-open')
    call('success')
    expect(breaker.state()).toBe('closed')
  })

  it('ignores how calls end that began before it changed', () => {
    const { breaker, call, wait } = open()
    const early = [breaker.enter('a'), breaker.enter('a'), breaker.enter('a')]
    for (let n = 0; n < 3; n += 1) call('failure')
    early[0]?.('success')
    expect(breaker.state()).toBe('open')
    wait(2_000)
    const probe = breaker.enter('a')
    early[1]?.('success')
    expect(breaker.state()).toBe('half-open')
    expect(breaker.enter('a')).toBeNull()
    probe?.('success')
    for (let n = 0; n < 2; n += 1) call('failure')
    early[2]?.('failure')
    expect(breaker.state()).toBe('closed')
  })
})
