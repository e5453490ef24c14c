import { describe, expect, it } from 'vitest'
import { institutionsToSee } from './bulk-owners.ts'
import { failuresOf, isSentOnLeaving, requestsOf, wordsOfResults } from './bulk-work.ts'

const result = (id: number, outcome: 'DONE' | 'UNCHANGED' | 'CONFLICT', message: string | null = null) => ({
  id,
  outcome,
  message,
})

describe('what is done to many incidents', () => {
  it('is sent as a whole when the page is left, as far as browsers allow', () => {
    const ids = (n: number) => Array.from({ length: n }, (_, at) => 1_000_000 + at)
    const note = { action: 'NOTE', text: 'ء'.repeat(4_000) } as const
    expect(isSentOnLeaving({ action: 'ACKNOWLEDGE' }, ids(7_000))).toBe(true)
    expect(isSentOnLeaving({ action: 'ACKNOWLEDGE' }, ids(8_000))).toBe(false)
    expect(isSentOnLeaving(note, ids(500))).toBe(true)
    expect(isSentOnLeaving(note, ids(3_000))).toBe(false)
  })

  it('is sent in requests of 500', () => {
    const ids = Array.from({ length: 1_001 }, (_, n) => n)
    expect(requestsOf(ids).map((some) => some.length)).toEqual([500, 500, 1])
    expect(requestsOf(ids).flat()).toEqual(ids)
    expect(requestsOf([])).toEqual([])
  })

  it('is given to people who see all of their institutions', () => {
    const of = (...keys: (string | null)[]) =>
      institutionsToSee(keys.map((institutionKey) => ({ kind: 'DISPENSER', institutionKey })))
    expect(of('ACME', 'ACME')).toEqual(['ACME'])
    expect(of('ACME', 'BANK')).toEqual(['ACME', 'BANK'])
    // Who sees no list of institutions sees all: the operator's people.
    expect(of('ACME', null)).toEqual([])
    expect(of(...Array.from({ length: 201 }, (_, n) => `B${n}`))).toEqual([])
  })

  it('is reported in one sentence', () => {
    const results = [result(1, 'DONE'), result(2, 'DONE'), result(3, 'UNCHANGED'), result(4, 'CONFLICT', 'It is over.')]
    expect(wordsOfResults({ action: 'ACKNOWLEDGE' }, results)).toBe('2 incidents acknowledged, 1 was so already.')
    expect(wordsOfResults({ action: 'NOTE' }, [result(1, 'DONE')])).toBe('Note added to 1 incident.')
    expect(failuresOf(results)).toEqual([{ id: 4, reason: 'It is over.' }])
  })
})
