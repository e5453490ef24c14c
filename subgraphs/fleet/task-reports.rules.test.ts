import { describe, expect, it } from 'vitest'
import type { TaskStatus } from '../../db/fleet/task.ts'
import { refusalOf } from '../../tests/support/refusals.ts'
import { effectOf, isOwnTask, type Report, reportOf } from './task-reports.rules.ts'

const NOTHING = { result: null, error: null }

describe('a report', () => {
  it('has nothing where nothing is reported', () => {
    expect(reportOf({ status: 'ACKED' })).toEqual({ status: 'ACKED', ...NOTHING })
    expect(reportOf({ status: 'FAILED', result: null, error: null })).toEqual({ status: 'FAILED', ...NOTHING })
  })

  it('has a result of at most 16 KiB and an error cut to 2,000 characters, both without card numbers', () => {
    expect(reportOf({ status: 'FAILED', error: 'x'.repeat(2_001) }).error).toHaveLength(2_000)
    expect(reportOf({ status: 'SUCCEEDED', result: 'x'.repeat(16_382) }).result).toHaveLength(16_382)
    expect(refusalOf(() => reportOf({ status: 'SUCCEEDED', result: 'x'.repeat(16_383) }))).toEqual([
      ...['BAD_USER_INPUT', 'result'],
    ])
    const { result, error } = reportOf({ status: 'FAILED', result: ['4111111111111111'], error: '4111111111111111' })
    expect(JSON.stringify([result, error])).not.toContain('4111111111111111')
    expect(refusalOf(() => reportOf({ status: 'FAILED', error: '\0' }))).toEqual(['BAD_USER_INPUT', 'error'])
  })

  it('is of the agent’s own task', () => {
    const task = { agentAtmId: 'A-1', institutionKey: 'ACME' }
    expect(isOwnTask(task, { agentAtmId: 'A-1', institutionKey: 'ACME' })).toBe(true)
    expect(isOwnTask(task, { agentAtmId: null, institutionKey: 'ACME' })).toBe(true)
    expect(isOwnTask(task, { agentAtmId: 'A-2', institutionKey: 'ACME' })).toBe(false)
    expect(isOwnTask(task, { agentAtmId: 'A-1', institutionKey: 'BETA' })).toBe(false)
    expect(isOwnTask(task, { agentAtmId: 'A-1', institutionKey: null })).toBe(false)
    expect(isOwnTask({ ...task, institutionKey: null }, { agentAtmId: 'A-1', institutionKey: 'BETA' })).toBe(true)
  })
})

describe('what a report changes', () => {
  const STATUSES = ['QUEUED', 'SENT', 'ACKED', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const
  const effect = (status: TaskStatus, reported: Report['status']) => {
    try {
      return effectOf({ status, ...NOTHING }, { status: reported, ...NOTHING })
    } catch {
      return 'CONFLICT'
    }
  }

  it('follows from the status of the task', () => {
    const table = STATUSES.map((status) => [
      status,
      ...(['ACKED', 'SUCCEEDED', 'FAILED'] as const).map((reported) => effect(status, reported)),
    ])
    expect(table).toEqual([
      ['QUEUED', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
      ['SENT', 'CHANGE', 'CHANGE', 'CHANGE'],
      ['ACKED', 'NOTHING', 'CHANGE', 'CHANGE'],
      ['SUCCEEDED', 'CONFLICT', 'NOTHING', 'CONFLICT'],
      ['FAILED', 'CONFLICT', 'CONFLICT', 'NOTHING'],
      ['EXPIRED', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
      ['CANCELLED', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
    ])
  })

  it('is nothing where the end comes again with the same result and error, or without them', () => {
    const done = { status: 'FAILED', result: { a: 1 }, error: 'busy' } as const
    expect(effectOf(done, done)).toBe('NOTHING')
    expect(effectOf(done, { ...done, result: null, error: null })).toBe('NOTHING')
    expect(refusalOf(() => effectOf(done, { ...done, result: { a: 2 } }))).toEqual(['CONFLICT'])
    expect(refusalOf(() => effectOf(done, { ...done, error: 'other' }))).toEqual(['CONFLICT'])
  })

  it('has the reason why not', () => {
    const report = { status: 'SUCCEEDED', ...NOTHING } as const
    expect(() => effectOf({ status: 'FAILED', ...NOTHING }, report)).toThrow(
      'The task is FAILED: its agent has reported something else of it already.',
    )
    expect(() => effectOf({ status: 'SUCCEEDED', result: 1, error: null }, { ...report, result: 2 })).toThrow(
      'The task is SUCCEEDED: its agent has reported something else of it already.',
    )
    expect(() => effectOf({ status: 'QUEUED', ...NOTHING }, report)).toThrow(
      'The task is QUEUED: it was not sent to its agent.',
    )
  })
})
