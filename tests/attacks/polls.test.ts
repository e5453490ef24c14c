import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useAttackedPlatform } from './attacked-platform.ts'

const attacked = useAttackedPlatform()

const agentOf = (agentAtmId: string, institution: string) =>
  attacked.token({ role: 'AGENT', userId: agentAtmId, institutions: [institution], agentAtmId })
const poll = (as: string, agentAtmId: string, waitSeconds: number) =>
  attacked.ask('GET', `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=${waitSeconds}`, { as })

describe('an agent that polls for work many times at once', () => {
  it('is never refused: its oldest polls end early with nothing, and four wait on', async () => {
    const as = await agentOf('PO-MAD', 'PO-BANK')
    const startedAt = performance.now()
    const ends = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { status, body } = await poll(as, 'PO-MAD', 6)
        return { status, body, tookMs: performance.now() - startedAt }
      }),
    )
    for (const { status, body } of ends)
      expect({ status, body }).toEqual({ status: 200, body: { tasks: [], journalFetches: [] } })
    expect(ends.filter(({ tookMs }) => tookMs > 5_000)).toHaveLength(4)
  })

  it('ends no poll of another institution by naming its ATM', async () => {
    const owner = await agentOf('PO-OWN', 'PO-BANK')
    expect((await poll(owner, 'PO-OWN', 0)).status).toBe(200)
    const startedAt = performance.now()
    const own = poll(owner, 'PO-OWN', 4).then(() => performance.now() - startedAt)
    const stranger = await attacked.token({ role: 'AGENT', userId: 'stranger', institutions: ['PO-OTHER'] })
    const foreign = await Promise.all(Array.from({ length: 10 }, () => poll(stranger, 'PO-OWN', 4)))
    expect(new Set(foreign.map(({ status }) => status))).toEqual(new Set([403]))
    expect(await own).toBeGreaterThan(3_500)
  })

  it('with whatever it says about itself leaves the platform well', async () => {
    const as = await attacked.token({ role: 'AGENT', userId: 'gate', institutions: ['PO-BANK'] })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 80 }),
        fc.constantFrom('0', '-1', '31', '1e9', 'x', ''),
        async (name, wait) => {
          const query = `agentAtmId=${encodeURIComponent(name.toWellFormed())}&waitSeconds=${wait}`
          const { status } = await attacked.ask('GET', `/agent-proxy/api/agent/work?${query}`, { as })
          // The two dots would name another path.
          const isId = !['', '.', '..'].includes(name.trim())
          expect(status).toBe(isId && ['0', ''].includes(wait) ? 200 : 400)
        },
      ),
      { numRuns: 60, examples: [['.', '0']] },
    )
  })
})
