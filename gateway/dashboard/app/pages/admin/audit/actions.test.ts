import { expect, it } from 'vitest'
import { ACTIONS, actionOf } from './actions.ts'

it('An action of the audit is found by its name in any case, and by its words', () => {
  for (const name of ACTIONS)
    expect([name, name.toLowerCase(), name.toUpperCase()].map(actionOf)).toEqual([name, name, name])
  expect(['Acknowledge incident', ' acknowledge  incident', 'create ATM'].map(actionOf)).toEqual([
    'acknowledgeIncident',
    'acknowledgeIncident',
    'createAtm',
  ])
})

it('What is no known action is asked for as the name that it would have, so that it is never refused', () => {
  expect(['Acknowledge', 'open the door', 'bulkIncidents', '', '7', 'é', 'x'.repeat(101)].map(actionOf)).toEqual([
    'acknowledge',
    'openTheDoor',
    'bulkIncidents',
    '',
    '',
    '',
    '',
  ])
})
