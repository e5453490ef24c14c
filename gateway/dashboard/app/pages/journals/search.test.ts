import { describe, expect, it } from 'vitest'
import { changed, type JournalsSearch } from './search.ts'

const after = (now: JournalsSearch, part: Partial<JournalsSearch>): JournalsSearch => ({ ...now, ...changed(part) })

describe('the address of missing journals', () => {
  it('begins at the first row with another filter or order', () => {
    expect(after({ after: 7, atm: 'A-1' }, { sort: '-gapDate' })).toEqual({ atm: 'A-1', sort: '-gapDate' })
    expect(after({ after: 7 }, { after: 9 })).toEqual({ after: 9 })
  })

  it('keeps its address when requests end, however long they took', () => {
    const asked = '2026-11-20T12:00:00.000Z'
    expect(after({ after: 7, atm: 'A-1' }, { asked })).toEqual({ after: 7, atm: 'A-1', asked })
    expect(after({ after: 7, asked }, { asked: undefined })).toEqual({ after: 7 })
  })
})
