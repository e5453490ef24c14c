import { describe, expect, it } from 'vitest'
import { findBodyFault } from './body-faults.rules.ts'

describe('a body that an agent sends', () => {
  it('can be stored, or its first fault is named by its path', () => {
    expect(findBodyFault({ a: ['x'] })).toBeNull()
    expect(findBodyFault({ a: ['x', '\u0000'] })).toEqual({
      field: 'a[1]',
      message: 'must not contain the NUL character',
    })
    expect(findBodyFault('\ud800')).toEqual({ field: 'body', message: 'must be well-formed Unicode' })
    const long = 'k'.repeat(300)
    expect(findBodyFault({ [long]: '\u0000' })?.field).toHaveLength(200)
    expect(findBodyFault({ [`${'k'.repeat(199)}😀`]: '\u0000' })?.field.isWellFormed()).toBe(true)
    expect(findBodyFault({ '4111 1111 1111 1111': '\u0000' })?.field).toBe('4111 11XX XXXX 1111')
  })
})
