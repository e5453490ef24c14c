import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { incidentTitle } from '../gateway/dashboard/app/ui/incident-title.ts'
import { KIND_RULES } from '../subgraphs/incident/model/incident-kinds.rules.ts'

const RULE_TITLES = Object.entries(KIND_RULES).map(([kind, { title }]) => ({ kind, title }))

it('The title of an incident is the stored one in English', () => {
  for (const stored of [...RULE_TITLES, { kind: 'CASH', title: 'Cassette needs attention: 2' }])
    expect(incidentTitle(stored)).toBe(stored.title)
})

describe.each([
  ['fr', 'Cassette à vérifier\u00a0: C-2', 'Panne générale\u00a0: site Gare du Nord'],
  ['ar', 'خزانة تحتاج إلى متابعة: C-2', 'عطل جماعي: الموقع Gare du Nord'],
])('The title of an incident in a page in another language (%s)', (lang, cassette, outage) => {
  let shown: typeof incidentTitle
  beforeAll(async () => {
    vi.resetModules()
    vi.stubGlobal('document', { documentElement: { lang } })
    shown = (await import('../gateway/dashboard/app/ui/incident-title.ts')).incidentTitle
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it('is translated where the rules gave it', () => {
    expect(RULE_TITLES.filter((one) => shown(one) === one.title)).toEqual([])
    expect(shown({ kind: 'CASH', title: 'Cassette needs attention: C-2' })).toBe(cassette)
    expect(shown({ kind: 'MASS_OUTAGE', title: 'Mass outage: site Gare du Nord' })).toBe(outage)
  })

  it.each([
    ['POWER', 'Power failure in the whole street'],
    ['POWER', 'Power failure: see ticket 12'],
    ['VANDALISM', 'Power failure'],
    ['CASH', 'Cassette needs attention: call the carrier'],
    ['MASS_OUTAGE', 'Mass outage: the host'],
    ['constructor', 'Mass outage'],
    ['DISPENSER', ''],
  ])('stays as a person wrote it: %s, %s', (kind, title) => {
    expect(shown({ kind, title })).toBe(title)
  })
})
