import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createStreamMetrics } from './stream-metrics.ts'

const SOURCE = 'source="incident"'

/** The metrics of a process whose clock stands still until it is moved. */
const start = () => {
  const registry = new Registry()
  let seconds = 0
  const metrics = createStreamMetrics(
    registry,
    () => 1,
    () => seconds * 1_000,
  )
  return {
    metrics,
    /** Lets time pass, in which the process measures once a second. */
    wait(forS: number) {
      for (let n = 0; n < forS; n += 1) {
        seconds += 1
        metrics.observe()
      }
    },
    /** Lets time pass in which the process stands still, and measures afterwards. */
    stall(forS: number) {
      seconds += forS
      metrics.observe()
    },
    /** How often was measured, and how often streams showed all changes that were older than 5 s. */
    async freshness() {
      const text = await registry.metrics()
      const sampleOf = (name: string, label: string) => {
        const line = text.split('\n').find((one) => one.startsWith(name) && one.includes(label) && one.includes(SOURCE))
        return Number(line?.split(' ').at(-1) ?? 0)
      }
      return {
        all: sampleOf('fleetops_live_delay_seconds_count', ''),
        fresh: sampleOf('fleetops_live_delay_seconds_bucket', 'le="5"'),
      }
    },
  }
}

describe('the age of what live streams show', () => {
  it('is that of the last look that succeeded, from its beginning', async () => {
    const { metrics, wait, freshness } = start()
    metrics.looked('incident')
    wait(2)
    metrics.sent('incident')
    wait(1)
    metrics.looked('incident')
    wait(3)
    metrics.sent('incident')
    wait(2)
    expect(await freshness()).toEqual({ all: 8, fresh: 7 })
  })

  it('grows for as long as looks fail', async () => {
    const { metrics, wait, freshness } = start()
    for (let n = 0; n < 60; n += 1) {
      metrics.looked('incident')
      metrics.failed('incident')
      wait(1)
    }
    expect(await freshness()).toEqual({ all: 60, fresh: 5 })
    metrics.looked('incident')
    metrics.sent('incident')
    wait(5)
    expect(await freshness()).toEqual({ all: 65, fresh: 10 })
  })

  it('grows while a look does not end', async () => {
    const { metrics, wait, freshness } = start()
    metrics.looked('incident')
    metrics.sent('incident')
    wait(1)
    metrics.looked('incident')
    wait(9)
    expect(await freshness()).toEqual({ all: 10, fresh: 5 })
  })

  it('is measured for each second in which the process stood still', async () => {
    const { metrics, wait, stall, freshness } = start()
    metrics.looked('incident')
    metrics.sent('incident')
    wait(1)
    stall(8)
    expect(await freshness()).toEqual({ all: 9, fresh: 5 })
    metrics.looked('incident')
    metrics.sent('incident')
    stall(0.5)
    stall(1.75)
    stall(0.75)
    expect(await freshness()).toEqual({ all: 12, fresh: 8 })
  })

  it('is for each second that of what was shown in it', async () => {
    const { metrics, stall, freshness } = start()
    metrics.looked('incident')
    metrics.sent('incident')
    metrics.looked('incident')
    stall(0.5)
    metrics.looked('incident')
    // A look that succeeds after a pause makes nothing fresh that was shown in it.
    stall(7.5)
    metrics.sent('incident')
    expect(await freshness()).toEqual({ all: 8, fresh: 5 })
  })

  it('is measured for ten minutes at most at once', async () => {
    const { metrics, wait, stall, freshness } = start()
    metrics.looked('incident')
    wait(1)
    stall(86_400)
    expect(await freshness()).toEqual({ all: 601, fresh: 1 })
  })

  it('is not measured while nobody listens', async () => {
    const { metrics, wait, freshness } = start()
    metrics.looked('incident')
    metrics.stopped()
    wait(600)
    metrics.looked('incident')
    wait(1)
    expect(await freshness()).toEqual({ all: 1, fresh: 1 })
  })
})
