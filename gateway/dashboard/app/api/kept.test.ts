import { describe, expect, it } from 'vitest'
import { isSilence, withLastKnown } from './kept.rules.ts'

const fault = (path: string, code: string) => ({ service: 'journal', path, code, message: 'no', fields: [] })
const whole = { data: { gaps: 3, atms: 60 }, faults: [], at: 1_000 }

describe('an answer whose service is silent', () => {
  it('keeps the last known value, and when it was', () => {
    const silent = { data: { gaps: null, atms: 61 }, faults: [fault('gaps', 'UNAVAILABLE')], at: 2_000 }
    const kept = withLastKnown<{ gaps: number | null; atms: number }>(whole, silent)
    expect(kept).toEqual({ ...silent, data: { gaps: 3, atms: 61 }, kept: { gaps: 1_000 } })
    expect(withLastKnown(kept, { ...silent, at: 3_000 }).kept).toEqual({ gaps: 1_000 })
    expect(withLastKnown(kept, { ...whole, at: 4_000 }).kept).toBeUndefined()
  })

  it('is silence where a service gave no answer, and no silence where the caller was refused', () => {
    expect(isSilence([fault('gaps', 'UNAVAILABLE')])).toBe(true)
    expect(isSilence([fault('gaps', 'INTERNAL')])).toBe(true)
    expect(isSilence([fault('gaps', 'FORBIDDEN')])).toBe(false)
    expect(isSilence([])).toBe(false)
  })

  it('keeps nothing that the caller may no longer see, nor what is missing without a fault', () => {
    const refused = { data: { gaps: null, atms: 60 }, faults: [fault('gaps', 'FORBIDDEN')], at: 2_000 }
    expect(withLastKnown<{ gaps: number | null; atms: number }>(whole, refused)).toBe(refused)
    const none = { data: { gaps: null, atms: 60 }, faults: [], at: 2_000 }
    expect(withLastKnown<{ gaps: number | null; atms: number }>(whole, none)).toBe(none)
  })

  it('keeps no part that is there now, and none that was not there before', () => {
    const now = { data: { gaps: 4, atms: 60 }, faults: [fault('gaps', 'INTERNAL')], at: 2_000 }
    expect(withLastKnown(whole, now)).toBe(now)
    const silent = { data: { gaps: null }, faults: [fault('gaps', 'INTERNAL')], at: 2_000 }
    for (const data of [{ gaps: null }, {}, null])
      expect(withLastKnown<{ gaps?: null } | null>({ ...silent, data, at: 1_000 }, silent)).toBe(silent)
    const nothing = { data: null, faults: [fault('gaps', 'INTERNAL')], at: 2_000 }
    expect(withLastKnown<object | null>(whole, nothing)).toBe(nothing)
    expect(withLastKnown(undefined, silent)).toBe(silent)
  })
})
