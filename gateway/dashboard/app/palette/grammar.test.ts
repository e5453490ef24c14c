import { describe, expect, it } from 'vitest'
import { daysIn, HINTS, type LISTS, read } from './grammar.rules.ts'

const TODAY = '2026-11-20'
const reading = (line: string) => read(line, TODAY)
const list = (name: keyof typeof LISTS, search: Record<string, string>) => ({ type: 'list', list: name, search })
const search = (wanted: object) => ({
  type: 'search',
  words: null,
  incident: null,
  card: null,
  reference: null,
  ...wanted,
})

describe('a line of the palette', () => {
  it.each([
    ['acknowledge 2238', 'acknowledge', 2238],
    ['ACK #2238', 'acknowledge', 2238],
    ['resolve incident 7', 'resolve', 7],
    ['give 9', 'assign', 9],
    ['take', 'take', null],
  ] as const)('reads %s as something done to an incident', (line, verb, id) => {
    expect(reading(line)).toEqual({ type: 'incident', verb, id })
  })

  it.each([
    ['reboot ACME-007', 'REBOOT', 'ACME-007'],
    ['Restart  Agent acme-0', 'RESTART_AGENT', 'ACME-0'],
    ['reboot', 'REBOOT', ''],
  ] as const)('reads %s as a command to an ATM', (line, kind, atm) => {
    expect(reading(line)).toEqual({ type: 'task', kind, atm })
  })

  it.each([
    ['missing journals yesterday', list('journals', { from: '2026-11-19', to: '2026-11-19' })],
    ['missing journals of acme-007 last 7 days', list('journals', { atm: 'ACME-007', from: '2026-11-14', to: TODAY })],
    ['journals 2026-11-03', list('journals', { from: '2026-11-03', to: '2026-11-03' })],
    ['my critical incidents', list('incidents', { owner: 'me', severity: 'CRITICAL' })],
    ['resolved incidents this month', list('incidents', { status: 'RESOLVED', from: '2026-11-01', to: TODAY })],
    ['failed tasks ACME-007', list('tasks', { status: 'FAILED', atm: 'ACME-007' })],
    ['out of service ATMs', list('atms', { badge: 'OUT_OF_SERVICE' })],
    ['Declined transactions today', list('transactions', { verdict: 'DECLINED', from: TODAY, to: TODAY })],
  ])('reads %s as a list', (line, expected) => {
    expect(reading(line)).toEqual(expected)
  })

  it.each([
    ['failed tasks yesterday', 'the list of tasks has no days'],
    ['purple incidents', 'there is no such word'],
    ['missing journals of Kallio', 'a place is no ATM'],
    ['acknowledge everything', 'there is no number'],
    ['reboot the whole fleet', 'that is no ATM'],
  ])('looks for %s as it is, as %s', (line) => {
    expect(reading(line)).toEqual(search({ words: line }))
  })

  it('reads digits as everything that they can be', () => {
    expect(reading('2238')).toEqual(search({ words: '2238', incident: 2238, card: '2238' }))
    expect(reading('000012345678')).toEqual(
      search({ words: '000012345678', incident: 12_345_678, card: '5678', reference: '000012345678' }),
    )
    expect(reading('#12')).toEqual(search({ words: '#12', incident: 12 }))
  })

  it('keeps of a card only the last four digits', () => {
    const wanted = search({ card: '1111' })
    expect(reading('4111111111111111')).toEqual(wanted)
    expect(reading('4111 1111 1111 1111')).toEqual(wanted)
    expect(reading('card 4111-1111-1111-1111')).toEqual(wanted)
    expect(reading('card 11')).toEqual(search({}))
  })

  it('is looked for by reference or incident where it says so', () => {
    expect(reading('ref ab12')).toEqual(search({ reference: 'ab12' }))
    expect(reading('incident 44')).toEqual(search({ incident: 44 }))
  })

  it('is read up to 100 characters', () => {
    expect(reading('x'.repeat(5_000))).toEqual(search({ words: 'x'.repeat(100) }))
  })

  it('is understood where it is offered', () => {
    expect(reading('   ')).toEqual({ type: 'empty' })
    for (const { line, shown } of HINTS) {
      expect(shown.startsWith(line)).toBe(true)
      expect(reading(shown), shown).not.toMatchObject({ type: 'search', words: shown })
    }
  })
})

describe('a period in words', () => {
  it('is of whole days', () => {
    expect(daysIn('last week', TODAY)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(daysIn('last week', '2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(daysIn('last 1 days', TODAY)).toEqual({ from: TODAY, to: TODAY })
    expect(daysIn('last 0 days', TODAY)).toBeNull()
    expect(daysIn('2026-13-40', TODAY)).toBeNull()
    expect(daysIn('some day', TODAY)).toBeNull()
  })
})
