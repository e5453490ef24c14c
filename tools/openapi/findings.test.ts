import { expect, it } from 'vitest'
import { findingsOf, judge } from './findings.ts'

const failed = (code: string, message: string) => ({
  name: 'a check',
  status: 'failure',
  failure_info: { failure: { code, operation: 'GET /x/{id}', message } },
})
const refusal = {
  detail: 'y: is wrong; z: is wrong too',
  errors: [
    { field: 'y', message: 'is wrong' },
    { field: 'z', message: 'is wrong too' },
  ],
}
const report = [
  { Initialize: {} },
  {
    ScenarioFinished: {
      recorder: {
        checks: { a: [failed('ST202', 'refused'), { status: 'success' }], b: [failed('ST201', 'taken\nwrongly')] },
        interactions: {
          a: {
            request: { method: 'GET', uri: 'http://h:1/x/7?y=' },
            response: { content: { $base64: Buffer.from(JSON.stringify(refusal)).toString('base64') } },
          },
          b: { request: { method: 'GET', uri: 'http://h:1/x/8' }, response: null },
        },
      },
    },
  },
  { ScenarioFinished: { recorder: { label: 'nothing was sent' } } },
]
const lines = `${report.map((event) => JSON.stringify(event)).join('\n')}\n`

it('a report gives what was found, fault by fault in the words of the platform where it said some', () => {
  expect(findingsOf(lines)).toEqual([
    { code: 'ST202', operation: 'GET /x/{id}', faults: ['y: is wrong', 'z: is wrong too'], request: 'GET /x/7?y=' },
    { code: 'ST201', operation: 'GET /x/{id}', faults: ['taken\nwrongly'], request: 'GET /x/8' },
  ])
})

it('a fault is open unless an exception covers its code, operation and words', () => {
  const exception = { code: 'ST202', operation: '^GET /x', words: '^y: ', reason: 'it depends' }
  const findings = findingsOf(`${lines}${lines}`)
  const judged = judge(findings, [exception])
  expect(judged.open.map(({ code, fault }) => `${code} ${fault}`)).toEqual([
    'ST202 z: is wrong too',
    'ST201 taken\nwrongly',
  ])
  expect(judged.met.get(exception)).toBe(2)
  for (const other of [{ code: 'ST201' }, { operation: '^POST' }, { words: '^x' }])
    expect(judge(findings, [{ ...exception, ...other }]).open).toHaveLength(3)
})
