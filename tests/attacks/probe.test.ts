import { describe, expect, it } from 'vitest'
import { useAttackedPlatform } from './attacked-platform.ts'
import { judge, MAX_WAIT_MS, type Sample } from './probe.ts'

const sample = (given: Partial<Sample>): Sample => ({
  kind: 'event',
  startedAtMs: 1_000,
  waitMs: 10,
  status: 201,
  fault: null,
  ...given,
})

describe('the probe of the attack suite', () => {
  const attacked = useAttackedPlatform()

  it('finds an idle platform quick, and counts what it called', async () => {
    // Long enough for some calls of the probe.
    for (const end = performance.now() + 500; performance.now() < end; )
      expect((await attacked.ask('GET', '/actuator/health')).status).toBe(200)
  })

  it('fails a call that waited over half a second for the platform', () => {
    expect(judge([sample({ waitMs: MAX_WAIT_MS + 1 })]).faults).toHaveLength(1)
    expect(judge([sample({ waitMs: MAX_WAIT_MS })]).faults).toEqual([])
  })

  it('leaves out what the machine itself made the control server wait at the same time', () => {
    const stalled = sample({ waitMs: 2_000 })
    expect(judge([stalled, sample({ kind: 'control', status: 200, waitMs: 1_900 })]).faults).toEqual([])
    const before = sample({ kind: 'control', status: 200, startedAtMs: 0, waitMs: 900 })
    expect(judge([stalled, before]).faults).toHaveLength(1)
  })

  it('fails wrong answers, and a refused event unless the store may be down', () => {
    expect(judge([sample({ status: null, fault: 'socket hang up' })]).faults).toHaveLength(1)
    expect(judge([sample({ status: 503 })]).faults).toHaveLength(1)
    expect(judge([sample({ status: 503, waitMs: 2_000 })], { mayRefuse: true }).faults).toEqual([])
    expect(judge([sample({ status: 503, waitMs: 6_000 })], { mayRefuse: true }).faults).toHaveLength(1)
    expect(judge([sample({ kind: 'liveness', status: 200, waitMs: 2_000 })], { mayRefuse: true }).faults).toHaveLength(
      1,
    )
    expect(judge([sample({ kind: 'liveness', status: 503 })], { mayRefuse: true }).faults).toHaveLength(1)
  })
})
