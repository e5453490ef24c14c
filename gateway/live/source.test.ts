import { expect, it } from 'vitest'
import type { Calls } from '../../subgraphs/kit/calls/calls.ts'
import { liveCursorText } from '../../subgraphs/kit/live/live-cursor.rules.ts'
import { pollSource } from './source.ts'

const cursor = { epoch: 'e0', atMs: 1, snapshot: { xmin: 8, xmax: 8, running: new Set<number>() } }

/** Calls that an incident service answers with one change. */
const answering = (change: Readonly<Record<string, unknown>>): Calls => ({
  request: async () => ({
    status: 200,
    headers: {},
    body: {
      cursor: liveCursorText(cursor),
      complete: true,
      changes: [{ topic: 'service-state', position: 3, transaction: '7', institutionKey: 'ACME', ...change }],
    },
  }),
})

it('A poll of the incident service reads a change of state', async () => {
  const record = { agentAtmId: 'ATM-1', from: 'UNKNOWN', to: 'IN_SERVICE' }
  const { entries } = await pollSource(answering({ incident: null, stateChange: record }), 'incident', null)
  expect(entries).toEqual([
    { topic: 'service-state', institutionKeys: ['ACME'], place: 3, transaction: 7, data: JSON.stringify(record) },
  ])
})
