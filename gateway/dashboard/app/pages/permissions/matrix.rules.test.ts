import { describe, expect, it } from 'vitest'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import {
  type Drafts,
  openDrafts,
  openRefusals,
  type Row,
  rebased,
  rowsOf,
  summaryOf,
  toggled,
  without,
} from './matrix.rules.ts'

const row = (key: string, tag: string, kinds: readonly TaskKind[]): Row => ({
  key,
  atms: 1,
  stored: { tag, kinds, by: 'ann@example.org', at: '2026-03-01T10:00:00Z' },
})
const NONE: Drafts = new Map()
const IDLE: ReadonlySet<string> = new Set()

describe('the matrix of permissions', () => {
  it('has a row for each institution, and for a set whose institution has no ATM', () => {
    const rows = rowsOf({
      institutions: [{ key: 'B', atms: 7 }],
      taskPermissionSets: [{ institutionKey: 'A', tag: '"3"', kinds: ['REBOOT'], writtenBy: 'ann', writtenAt: null }],
    })
    expect(rows).toEqual([
      { key: 'A', atms: 0, stored: { tag: '"3"', kinds: ['REBOOT'], by: 'ann', at: null } },
      { key: 'B', atms: 7, stored: { tag: '"0"', kinds: [], by: null, at: null } },
    ])
  })

  it('has no numbers of ATMs while the institutions are not known', () => {
    const set = { institutionKey: 'A', tag: '"1"', kinds: [], writtenBy: null, writtenAt: null }
    expect(rowsOf({ institutions: null, taskPermissionSets: [set] })).toMatchObject([{ key: 'A', atms: null }])
  })

  it('is not there without the sets', () => {
    expect(rowsOf({ institutions: [{ key: 'B', atms: 7 }], taskPermissionSets: null })).toBeNull()
  })

  it('counts boxes and institutions that differ from what is stored, and forgets those that no longer do', () => {
    const rows = [row('A', '"1"', []), row('B', '"1"', ['REBOOT'])]
    const [a, b] = rows
    if (a === undefined || b === undefined) throw new Error('two rows')
    let drafts = toggled(toggled(toggled(NONE, a, 'REBOOT'), a, 'RESTART_AGENT'), b, 'REBOOT')
    expect(summaryOf(rows, drafts, IDLE)).toMatchObject({ boxes: 3, institutions: 2, overtaken: [], emptied: ['B'] })
    drafts = openDrafts(toggled(drafts, b, 'REBOOT'), rows, IDLE)
    expect(summaryOf(rows, drafts, IDLE)).toMatchObject({ boxes: 2, institutions: 1, emptied: [] })
    expect(openDrafts(drafts, rows, IDLE)).toBe(drafts)
  })

  it('lets what somebody else changed wait for a decision, and the others be saved', () => {
    const before = [row('A', '"1"', []), row('B', '"1"', [])]
    const drafts = before.reduce((all, one) => toggled(all, one, 'REBOOT'), NONE)
    const now = [row('A', '"2"', ['RESTART_AGENT']), row('B', '"1"', [])]
    const found = summaryOf(now, drafts, IDLE)
    expect(found.overtaken).toEqual(['A'])
    expect(found.ready.map(({ key }) => key)).toEqual(['B'])
    const [a] = now
    if (a === undefined) throw new Error('a row')
    const mine = rebased(drafts, a)
    expect(mine.get('A')).toMatchObject({ seen: { tag: '"2"' }, chosen: ['REBOOT'] })
    expect(summaryOf(now, mine, IDLE)).toMatchObject({ boxes: 3, overtaken: [] })
    expect(summaryOf(now, without(drafts, ['A']), IDLE)).toMatchObject({ boxes: 1, overtaken: [] })
  })

  it('asks for no decision where somebody else already saved the same', () => {
    const drafts = toggled(NONE, row('A', '"1"', []), 'REBOOT')
    expect(openDrafts(drafts, [row('A', '"2"', ['REBOOT'])], IDLE).size).toBe(0)
  })

  it('does not take what is being saved for a change by somebody else', () => {
    const drafts = toggled(NONE, row('A', '"1"', []), 'REBOOT')
    const now = [row('A', '"2"', ['REBOOT'])]
    const saving = new Set(['A'])
    expect(openDrafts(drafts, now, saving)).toBe(drafts)
    expect(summaryOf(now, drafts, saving).overtaken).toEqual([])
  })

  it('shows no refusal of a set that was written although its answer was lost', () => {
    const [a, b] = [row('A', '"1"', []), row('B', '"1"', [])]
    const drafts = toggled(toggled(NONE, a, 'REBOOT'), b, 'REBOOT')
    const refusals = new Map([
      ['A', 'The platform did not answer.'],
      ['B', 'The platform did not answer.'],
    ])
    const open = openDrafts(drafts, [row('A', '"2"', ['REBOOT']), b], IDLE)
    expect([...openRefusals(refusals, open).keys()]).toEqual(['B'])
  })
})
