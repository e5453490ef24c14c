import { expect, it } from 'vitest'
import { auditedState } from './audited-state.ts'

it('a state in the audit has no card numbers and nothing that is named like a secret', () => {
  const state = { note: 'card 4111111111111111', params: { apiKey: 'x', userToken: 'y', port: 1 }, password: 'z' }
  expect(auditedState(state)).toEqual({
    note: 'card 411111XXXXXX1111',
    params: { apiKey: '[hidden]', userToken: '[hidden]', port: 1 },
    password: '[hidden]',
  })
  expect(auditedState(null)).toBeNull()
})

it('a state in the audit has its instants as texts, beside a card number too', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const words = at.toISOString()
  expect(auditedState({ at, reason: 'ask 123456789012' })).toEqual({ at: words, reason: 'ask 123456789012' })
  expect(auditedState({ within: [{ at }], card: '4111111111111111' })).toEqual({
    within: [{ at: words }],
    card: '411111XXXXXX1111',
  })
})

it('a state in the audit is of a bounded size', () => {
  const wide = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n}`, n]))
  const bounded = auditedState(wide) ?? {}
  expect(Object.keys(bounded)).toHaveLength(101)
  expect(bounded).toMatchObject({ f99: 99, '…': '100 more' })
  const deep = auditedState({ a: { b: { c: { d: { e: { f: 1 } } } } } })
  expect(JSON.stringify(deep)).toBe('{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}')
  expect(JSON.stringify(auditedState({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }))).toContain('…')
  expect(auditedState({ list: Array.from({ length: 200 }, () => 1) })).toEqual({
    list: [...Array.from({ length: 100 }, () => 1), '… 100 more'],
  })
  const text = String(auditedState({ text: 'a'.repeat(1_001) })?.text)
  expect(text).toBe(`${'a'.repeat(1_000)}…`)
  expect(auditedState({ text: `${'a'.repeat(999)}😀` })).toEqual({ text: `${'a'.repeat(999)}…` })
  const large = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'a'.repeat(1_000)]))
  expect(auditedState(large)).toEqual({ omitted: 'too large', characters: expect.any(Number) })
})
