import fc from 'fast-check'
import { GraphQLNonNull, isInputObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../../gateway/services.ts'
import { readContent, readTypedHeader } from '../../subgraphs/incident/model/event-body.rules.ts'
import type { FieldFault } from '../../subgraphs/kit/common/errors.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { describeContract, openApiOf } from '../../subgraphs/kit/openapi/openapi.ts'
import { compileCoerce } from '../../subgraphs/kit/rest/coerce.ts'
import { SEED_NUMBER } from '../support/seed.ts'
import { createCheck } from './schema-check.ts'

const [{ sdl } = { sdl: '' }] = SERVICES.filter(({ name }) => name === 'agent-proxy')
const contract = describeContract('agent-proxy', readSdl(sdl))
const check = createCheck(openApiOf(contract, '1.0.0'))
const INPUT = { $ref: '#/components/schemas/JournalEventInput' }

/** By the type of the contract. */
const fits = (body: unknown): boolean => check(INPUT, body).length === 0

/** By the type in the graph, which knows no limits besides types. */
const isOfType = (body: unknown): boolean => {
  const type = contract.schema.getType('JournalEventInput')
  if (!isInputObjectType(type)) throw new Error('there is no JournalEventInput')
  const faults: FieldFault[] = []
  compileCoerce(new GraphQLNonNull(type), 'json')(body, '', faults)
  return faults.length === 0
}

/** By the code that stores events of known types: one that is not known is kept whatever it holds. */
const isTaken = (body: unknown): boolean => {
  const faults: FieldFault[] = []
  if (readTypedHeader(body, faults) !== null) readContent(body, faults)
  return faults.length === 0
}

/** Letters, blanks, dots, digits and characters of two units; what no store can hold is left to another test. */
const text = (most: number) =>
  fc
    .array(fc.constantFrom('a', 'Z', '7', ' ', '.', ',', '-', '"', '{', '\u00e9', '\u200b', '\u{1f3e7}'), {
      maxLength: most,
    })
    .map((parts) => parts.join(''))
const nearly = (chars: number) =>
  fc
    .tuple(fc.constantFrom('a', '\u{1f3e7}'), fc.integer({ min: -1, max: 1 }))
    .map(([one, more]) => one.repeat(chars + more))
const number = fc.oneof(
  fc.integer({ min: -2, max: 70 }),
  fc.constantFrom(0.5, -0.5, 2_147_483_647, 2_147_483_648, 1e12, 1e12 + 1, 9_007_199_254_740_992, 1e300, -1e300),
)
const anything = fc.oneof(
  ...[fc.constant(null), fc.boolean(), number, text(8), nearly(32), nearly(64), nearly(128)],
  ...[fc.constant([]), fc.constant({}), fc.constant([null]), fc.uuid(), fc.constant('2026-11-20T08:15:00')],
)
/** Mostly of the right kind, so that whole bodies are taken often enough. */
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: anything, weight: 1 })
const short = mostly(text(5))
const count = mostly(fc.integer({ min: 0, max: 2_147_483_647 }))
const number7 = mostly(fc.oneof(fc.constant('1'), fc.integer({ min: 1, max: 9 })))

const reading = fc.record(
  {
    ...{ cassetteNo: number7, type: short, currency: short, denomination: mostly(fc.constantFrom(5, 0.05, 100)) },
    ...{
      initialCount: count,
      currentCount: count,
      rejectedCount: count,
      capacity: count,
      status: short,
      other: anything,
    },
  },
  { requiredKeys: [] },
)
const readings = fc.oneof(
  {
    arbitrary: fc.array(
      fc.tuple(reading, number7).map(([one, cassetteNo]) => ({ cassetteNo, ...one })),
      { maxLength: 3 },
    ),
    weight: 20,
  },
  {
    arbitrary: fc
      .integer({ min: 63, max: 65 })
      .map((many) => Array.from({ length: many }, () => ({ cassetteNo: '1' }))),
    weight: 1,
  },
  { arbitrary: fc.array(fc.oneof(reading, anything), { maxLength: 2 }), weight: 1 },
)
const event = fc.record(
  {
    ...{ agentAtmId: mostly(fc.oneof(fc.constantFrom('A-1', '.', '..', ' . ', '. .'), text(4))), eventType: text(5) },
    ...{ eventTime: anything, eventId: mostly(fc.oneof(fc.uuid(), fc.constant(''))), component: short },
    ...{ cassetteNo: number7, errorCode: short, message: short, details: anything, cassettes: mostly(readings) },
    ...{ institutionKey: mostly(fc.oneof(fc.constant('ACME'), text(2))), other: anything },
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  { arbitrary: fc.tuple(event).map(([one]) => ({ agentAtmId: 'A-1', ...one })), weight: 20 },
  { arbitrary: event, weight: 4 },
  { arbitrary: anything, weight: 1 },
)

describe('an event is taken', () => {
  it('where it fits its type in the contract, and nowhere else', () => {
    const seen = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(body, (one) => {
        const taken = isTaken(one)
        seen[taken ? 'taken' : 'refused'] += 1
        expect({ one, fits: fits(one), isOfType: isOfType(one) || !taken }).toEqual({
          one,
          fits: taken,
          isOfType: true,
        })
      }),
      { seed: SEED_NUMBER, numRuns: 4_000 },
    )
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(400)
  })

  it('up to every limit, and not beyond', () => {
    const one = (given: object) => ({ agentAtmId: 'A-1', ...given })
    const cassette = (given: object) => one({ cassettes: [{ cassetteNo: '1', ...given }] })
    const cases: readonly (readonly [object, boolean])[] = [
      [one({ agentAtmId: 'x'.repeat(128) }), true],
      [one({ agentAtmId: 'x'.repeat(129) }), false],
      [one({ agentAtmId: '\u{1f3e7}'.repeat(128) }), true],
      [one({ agentAtmId: ' \t ' }), false],
      [one({ eventTime: 5 }), true],
      [one({ eventId: '0D5C2A2E-6b1e-4a77-9f53-0d8f2c1f7a11' }), true],
      [one({ eventId: '0d5c2a2e6b1e4a779f530d8f2c1f7a11' }), false],
      [one({ cassetteNo: 9_007_199_254_740_991 }), true],
      [one({ cassetteNo: 9_007_199_254_740_992 }), false],
      [one({ cassetteNo: '\u{1f3e7}'.repeat(32) }), true],
      [one({ institutionKey: 'x'.repeat(64) }), true],
      [one({ institutionKey: 'x'.repeat(65) }), false],
      [cassette({ cassetteNo: '' }), false],
      [cassette({ denomination: 1e12 }), true],
      [cassette({ denomination: 1e12 + 1 }), false],
      [cassette({ capacity: 2_147_483_647 }), true],
      [cassette({ capacity: 2_147_483_648 }), false],
    ]
    for (const [given, taken] of cases) expect([given, fits(given), isTaken(given)]).toEqual([given, taken, taken])
  })
})
