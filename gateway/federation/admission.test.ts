import { describe, expect, it } from 'vitest'
import { createTurns } from './admission.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Turns whose operations end when they are told to. */
const openTurns = () => {
  const turns = createTurns()
  const running: (() => void)[] = []
  const begun: string[] = []
  const ask = (institution: string, values: number, name = institution): Promise<string> => {
    const principal = { userId: 'u', email: null, role: 'USER', agentAtmId: null, unrestricted: false } as const
    return turns.run({ ...principal, institutions: [institution] }, values, () => {
      begun.push(name)
      return new Promise((resolve) => {
        running.push(() => resolve(name))
      })
    })
  }
  return { ask, running, begun }
}

describe('the turns of operations', () => {
  it('let one institution have one operation under way, and another one in at once', async () => {
    const { ask, begun, running } = openTurns()
    const asked = ['A1', 'A2', 'A3', 'A4'].map((name) => ask('A', 20_000, name))
    await settle()
    expect(begun).toEqual(['A1'])
    asked.push(ask('B', 20_000))
    await settle()
    expect(begun).toEqual(['A1', 'B'])
    for (let done = 0; done < asked.length; done += 1) {
      while (running.length === 0) await settle()
      running.shift()?.()
    }
    expect(await Promise.all(asked)).toEqual(['A1', 'A2', 'A3', 'A4', 'B'])
  })

  it('are not waited for by operations that ask for little', async () => {
    const { ask, begun, running } = openTurns()
    const asked = [1, 2, 3, 4, 5, 6].map(() => ask('A', 100))
    await settle()
    expect(begun).toHaveLength(6)
    for (const end of running) end()
    await Promise.all(asked)
  })

  it('hand on what an operation failed with', async () => {
    const principal = { userId: 'u', email: null, role: 'USER', agentAtmId: null, unrestricted: true } as const
    const failing = createTurns().run({ ...principal, institutions: [] }, 20_000, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
  })
})
