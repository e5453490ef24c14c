import { expect, it } from 'vitest'
import { findingsOf, judge } from './findings.ts'

const failed = (code: string, message: string) => ({
  name: 'a check',
  status: 'failure',
  failure_info: { failure: { code, operation: 'GET /x/{id}', message } },
})
const report = [
  { Initialize: {} },
  {
    ScenarioFinished: {
      recorder: {
        checks: { a: [failed('ST202', 'refused'), { status: 'success' }], b: [failed('ST201', 'taken\nwrongly')] },
        interactions: {
          a: {
            request: { method: 'GET', uri: 'http://h:1/x/7?y=' },
            response: { content: { $base64: Buffer.from('{"detail":"y: is wrong"}').toString('base64') } },
          },
          b: { request: { method: 'GET', uri: 'http://h:1/x/8' }, response: null },
        },
      },
    },
  },
  { ScenarioFinished: { recorder: { label: 'nothing was sent' } } },
]
const lines = `${report.map((event) => JSON.stringify(event)).join('\n')}\n`

it('a report gives what was found, in the words of the platform where it said some', () => {
  expect(findingsOf(lines)).toEqual([
    { code: 'ST202', operation: 'GET /x/{id}', words: 'y: is wrong', request: 'GET /x/7?y=' },
    { code: 'ST201', operation: 'GET /x/{id}', words: 'taken\nwrongly', request: 'GET /x/8' },
  ])
})

it('a finding is open unless an exception covers its code, operation and words', () => {
  const exception = { code: 'ST202', operation: '^GET /x', words: '^y: ', reason: 'it depends' }
  const findings = findingsOf(`${lines}${lines}`)
  const judged = judge(findings, [exception])
  expect(judged.open.map(({ code }) => code)).toEqual(['ST201'])
  expect(judged.met.get(exception)).toBe(2)
  for (const other of [{ code: 'ST201' }, { operation: '^POST' }, { words: '^z' }])
    expect(judge(findings, [{ ...exception, ...other }]).open).toHaveLength(2)
})
