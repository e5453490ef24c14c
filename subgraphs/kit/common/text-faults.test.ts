import { expect, it } from 'vitest'
import { findTextFault } from './text-faults.ts'

it.each([
  ['{"a":[1,"x",null,-1e300]}', null],
  ['{"a":[1,{"b":1e400}]}', 'params.a[1].b'],
  ['{"a":"\\u0000"}', 'params.a'],
  ['{"a":{"\\ud800":1}}', 'params.a'],
])('what no store can hold is found in %s', (json, field) => {
  expect(findTextFault(JSON.parse(json), 'params')?.field ?? null).toBe(field)
})
