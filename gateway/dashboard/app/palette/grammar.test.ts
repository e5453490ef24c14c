import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mayBeginCard } from './card.rules.ts'
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
    expect(reading('20261128')).toEqual(
      search({ words: '20261128', incident: 20_261_128, card: '1128', reference: '20261128' }),
    )
    expect(reading('#12')).toEqual(search({ words: '#12', incident: 12 }))
  })

  it('keeps of a card only the last four digits', () => {
    const wanted = search({ card: '1111' })
    expect(reading('4111111111111111')).toEqual(wanted)
    expect(reading('4111 1111 1111 1111')).toEqual(wanted)
    expect(reading('card 4111-1111-1111-1111')).toEqual(wanted)
    expect(reading('card 11')).toEqual(search({}))
    expect(reading('pan 4111 1111 1111 1111 of ACME')).toEqual(search({ words: 'pan ••••1111 of ACME' }))
    for (const line of ['reboot 4111111111111111', 'take 4111111111111111', 'journals of 4111111111111111'])
      expect(JSON.stringify(reading(line))).not.toMatch(/[0-9]{5}/)
    expect(JSON.stringify(reading(`${'x'.repeat(90)} 4111111111111111`))).not.toMatch(/[0-9]{5}/)
  })

  it('takes as many digits as a card has for one, though its check digit is wrong', () => {
    expect(reading('4111111111111112')).toEqual(search({ card: '1112' }))
    expect(reading('4111 1111 1111 1 112')).toEqual(search({ card: '1112' }))
    expect(reading('10096001 4111 1111 1111 1111')).toEqual(search({ card: '1111' }))
    expect(reading('2026-11-03-4111111111111111')).toEqual(search({ words: '2026-11-03-••••1111' }))
    expect(reading('reference 4111111111111111')).toEqual(search({ reference: '••••1111' }))
    expect(reading('reference 4111 1111 1111 1112')).toEqual(search({ reference: '••••1112' }))
  })

  it('leaves numbers that are no cards as they are', () => {
    const id = { words: '100960010', incident: 100_960_010, card: '0010', reference: '100960010' }
    expect(reading('100960010')).toEqual(search(id))
    expect(reading('reference 20261120000012')).toEqual(search({ reference: '20261120000012' }))
    const printed = 'TX20261120000123456'
    expect(reading(printed)).toEqual(search({ words: printed, reference: printed }))
    const atm = 'NCR-2026000000123'
    expect(reading(`reboot ${atm}`)).toEqual({ type: 'task', kind: 'REBOOT', atm })
    expect(reading('SN 53-20260001')).toEqual(search({ words: 'SN 53-20260001' }))
    for (const line of [printed, `reboot ${atm}`]) expect(mayBeginCard(line), line).toBe(false)
  })

  it('waits with what may be a card that is still typed', () => {
    const begun = ['4111 1111 1', '4111-1111-1111', 'pan 4111 1111 1111', '411111111111', '411111111111111']
    for (const line of [...begun, 'reboot 411111111111', 'take 411111111111', 'card 411111111', '100960010'])
      expect(mayBeginCard(line), line).toBe(true)
    for (const line of ['4111111111111111', 'card 4111 1111 1111 1111', '41111111', 'ACME-007', '2026-11-20 2238'])
      expect(mayBeginCard(line), line).toBe(false)
  })

  it('takes a day behind the number of an ATM for no card', () => {
    const days = { from: '2026-11-03', to: '2026-11-03' }
    expect(reading('journals of 10096001 2026-11-03')).toEqual(list('journals', { atm: '10096001', ...days }))
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
    expect(daysIn('2026-02-30', TODAY)).toBeNull()
    expect(daysIn('some day', TODAY)).toBeNull()
  })
})

const ENGLISH = ['acknowledge 2238', 'restart agent ACME-007', 'my critical incidents', 'failed tasks of ACME-007']

type Line = readonly [line: string, expected: object]

const TRANSLATED: readonly { readonly lang: string; readonly lines: readonly Line[] }[] = [
  {
    lang: 'fr',
    lines: [
      ['prendre en compte 2238', { type: 'incident', verb: 'acknowledge', id: 2238 }],
      ['résoudre l’incident 7', { type: 'incident', verb: 'resolve', id: 7 }],
      ["REDEMARRER L'AGENT acme-0", { type: 'task', kind: 'RESTART_AGENT', atm: 'ACME-0' }],
      ['mes incidents critiques', list('incidents', { owner: 'me', severity: 'CRITICAL' })],
      [
        'journaux manquants de ACME-007 7 derniers jours',
        list('journals', { atm: 'ACME-007', from: '2026-11-14', to: TODAY }),
      ],
      ['transactions refusées aujourd’hui', list('transactions', { verdict: 'DECLINED', from: TODAY, to: TODAY })],
      ['DAB hors service', list('atms', { badge: 'OUT_OF_SERVICE' })],
      ['carte 4242', search({ card: '4242' })],
      ['incidents violets', search({ words: 'incidents violets' })],
    ],
  },
  {
    lang: 'ar',
    lines: [
      ['إقرار 2238', { type: 'incident', verb: 'acknowledge', id: 2238 }],
      ['اعادة تشغيل الوكيل ACME-0', { type: 'task', kind: 'RESTART_AGENT', atm: 'ACME-0' }],
      ['الحوادث الحرجة المسندة إليّ', list('incidents', { owner: 'me', severity: 'CRITICAL' })],
      [
        'السجلات المفقودة للصراف ACME-007 آخر 7 أيام',
        list('journals', { atm: 'ACME-007', from: '2026-11-14', to: TODAY }),
      ],
      ['معاملات مرفوضة اليوم', list('transactions', { verdict: 'DECLINED', from: TODAY, to: TODAY })],
      ['صرافات خارج الخدمة', list('atms', { badge: 'OUT_OF_SERVICE' })],
      ['مرجع ab12', search({ reference: 'ab12' })],
    ],
  },
]

describe.each(TRANSLATED)('the palette in $lang', ({ lang, lines }) => {
  let grammar: typeof import('./grammar.rules.ts')

  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: { lang } })
    vi.resetModules()
    grammar = await import('./grammar.rules.ts')
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it.each(lines)('reads %s', (line, expected) => {
    expect(grammar.read(line, TODAY)).toEqual(expected)
  })

  it('reads English as well', () => {
    for (const line of ENGLISH) expect(grammar.read(line, TODAY)).toEqual(reading(line))
    expect(grammar.daysIn('last 7 days', TODAY)).toEqual(daysIn('last 7 days', TODAY))
  })

  it('offers lines in its language, which it understands', () => {
    for (const [index, { line, shown }] of grammar.HINTS.entries()) {
      expect(shown).not.toBe(HINTS[index]?.shown)
      expect(shown.startsWith(line)).toBe(true)
      expect(grammar.read(shown, TODAY), shown).toEqual(reading(HINTS[index]?.shown ?? ''))
    }
  })
})
