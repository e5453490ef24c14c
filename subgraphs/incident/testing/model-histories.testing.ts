import fc from 'fast-check'
import { act, type Command, open, quiet, send, type Thing } from './model-commands.testing.ts'
import { ENDINGS, type Ending, FLAPPING, OPENINGS, type Opening } from './model-table.testing.ts'

/**
 * What an ATM sends that ends the incidents of a kind, one after the other; nothing where only quiet or a person
 * does.
 */
const ENDERS: ReadonlyMap<Ending, readonly string[]> = new Map<Ending, readonly string[]>([
  ['in service', ['ATM_IN_SERVICE']],
  ['in service after a visit', ['SUPERVISOR_ENTER', 'ATM_IN_SERVICE']],
  ['sign of life', ['BEAT']],
  ['cassette OK', ['SUPERVISOR_EXIT']],
])
const endersOf = (kind: string) => ENDERS.get(ENDINGS.get(kind) ?? 'by hand') ?? []
/** The types that matter to a kind: few of all picked at random would resolve each other. */
const typesOf = (kind: string): readonly string[] => [
  ...[...OPENINGS].flatMap(([type, opening]) => (opening.kind === kind ? [type] : [])),
  ...endersOf(kind),
  ...(ENDINGS.get(kind) === 'in service after a visit' ? ['SUPERVISOR_EXIT'] : []),
]

const atm = fc.integer({ min: 0, max: 1 })
const cassetteNo = fc.constantFrom('1', '2')
const waited = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_380, max: 1_500 }) },
)
const shown = fc.uniqueArray(fc.record({ cassetteNo, ok: fc.boolean() }), {
  selector: (one) => one.cassetteNo,
  maxLength: 2,
})
const thingOf = (names: readonly string[]): fc.Arbitrary<Thing> =>
  fc.record({
    atm,
    type: fc.constantFrom(...names),
    age: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 }) }),
    cassetteNo,
    shown: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: shown }),
  })

/** Several commands in turn. */
const inTurn = (steps: readonly Command[]): Command => ({
  async run(model, real) {
    for (const step of steps) await step.run(model, real)
  },
  toString: () => `[${steps.join(', ')}]`,
})

const nearly = fc.constantFrom(-1, 0, 1)
const soon = fc.integer({ min: 1, max: 4 })
/**
 * As many events of a type as open an incident, `age` minutes old, the first one `spread` minutes before the others.
 */
const enough = (atm: number, type: string, { spread = 0, age = 0, cassetteNo = '1' } = {}): readonly Thing[] =>
  Array.from({ length: OPENINGS.get(type)?.times ?? 1 }, (_, n) => ({
    atm,
    type,
    cassetteNo,
    age: n === 0 ? age + spread : age,
    shown: [],
  }))
const endersFor = (atm: number, kind: string): readonly Thing[] =>
  endersOf(kind).map((type) => {
    const shown = ENDINGS.get(kind) === 'cassette OK' ? [{ cassetteNo: '1', ok: true }] : []
    return { atm, type, cassetteNo: '1', age: 0, shown }
  })

type Act = (type: string, opening: Opening) => fc.Arbitrary<Command>

/** What ends it: events where events end it, else a person. */
const ending = (atm: number, kind: string, waited: number): Command => {
  const enders = endersFor(atm, kind)
  return enders.length > 0 ? send(enders, 0, 1, waited) : act('resolve', atm, 0, 'own', waited)
}

/**
 * One ATM's incident opens and is ended two or three times within minutes; then quiet that is just long enough to end
 * that, or is not.
 */
const storm: Act = (type, { kind }) =>
  fc
    .tuple(atm, fc.integer({ min: 2, max: 3 }), soon, fc.boolean(), nearly, fc.boolean())
    .map(([atm, cycles, waited, isStillTrue, more, isSentAgain]) => {
      const opening = send(enough(atm, type), 0, 0, waited)
      const calm = FLAPPING.quietMinutes + more
      return inTurn([
        ...Array.from({ length: cycles }, () => [opening, ending(atm, kind, waited)]).flat(),
        ...(isStillTrue ? [opening] : []),
        isSentAgain ? send(enough(atm, type), 0, 1, calm) : quiet(calm),
      ])
    })

/**
 * Events that only just reach their threshold or only just miss it, then quiet that is only just long enough or is
 * not.
 */
const lull: Act = (type, { kind, withinMinutes }) =>
  fc.tuple(atm, nearly, fc.boolean()).map(([atm, more, isSentAgain]) => {
    const ends = ENDINGS.get(kind)
    const isThreshold = withinMinutes > 0
    const waited = (typeof ends === 'number' ? ends : FLAPPING.quietMinutes) + more
    return inTurn([
      ...(isThreshold ? [send(enough(atm, type, { spread: withinMinutes + 1 }), 0, 0, 0)] : []),
      send(enough(atm, type, isThreshold ? { spread: withinMinutes } : {}), 0, 0, 2 * withinMinutes + 1),
      isSentAgain ? send(enough(atm, type), 0, 1, waited) : quiet(waited),
      quiet(waited + 1),
    ])
  })

/**
 * Things that are reported late: the visit, events from before the end and from just then, and events whose quiet was
 * over, or nearly.
 */
const late: Act = (type, { kind }) =>
  atm.map((atm) => {
    const ends = ENDINGS.get(kind)
    const late = (type: string, age: number, waited: number) =>
      send([{ atm, type, age, cassetteNo: '1', shown: [] }], 0, 1, waited)
    const quietMinutes = typeof ends === 'number' ? ends : 0
    return inTurn([
      send(enough(atm, type), 0, 0, 1),
      ...(ends === 'in service after a visit'
        ? [late('ATM_IN_SERVICE', 0, 3), late('SUPERVISOR_EXIT', 2, 1)]
        : [ending(atm, kind, 3), late('ATM_IN_SERVICE', 0, 1)]),
      send(enough(atm, type, { age: 2 }), 0, 0, 0),
      send(enough(atm, type, { age: 1 }), 0, 1, 0),
      send(enough(1 - atm, type, { age: quietMinutes }), 0, 0, 0),
      send(enough(1 - atm, type, { age: Math.max(0, quietMinutes - 1) }), 0, 1, 0),
    ])
  })

/** Another type of the kind, then this one, and a person who takes it up. */
const escalation: Act = (type, { kind }) => {
  const siblings = [...OPENINGS].flatMap(([other, opening]) => (opening.kind === kind ? [other] : []))
  return fc
    .tuple(atm, fc.constantFrom(...siblings), soon)
    .map(([atm, sibling, waited]) =>
      inTurn([
        send(enough(atm, sibling), 0, 0, waited),
        send(enough(atm, type), 0, 1, waited),
        act('acknowledge', atm, 0, 'own', waited),
        send(enough(atm, type), 1, 1, waited),
        act('resolve', atm, 0, 'old', waited),
        act('resolve', atm, 0, 'own', waited),
        act('resolve', atm, 0, 'own', waited),
      ]),
    )
}

/** A person opens one of the kind; events join it and end nothing, until a person ends it. */
const byHand: Act = (type, { kind }) =>
  fc
    .tuple(atm, soon)
    .map(([atm, waited]) =>
      inTurn([
        open(atm, kind, waited),
        send(enough(atm, type, { cassetteNo: '' }), 0, 0, waited),
        open(atm, kind, waited),
        ...endersFor(atm, kind).map((thing) => send([thing], 0, 1, waited)),
        act('acknowledge', atm, 0, 'none', waited),
        act('resolve', atm, 0, 'own', waited),
      ]),
    )

/** How histories begin, so that each row of the table is tried in each of these ways. */
export const ACTS: readonly Act[] = [storm, lull, late, escalation, byHand]

/** What happens to two ATMs after a beginning: events of these types, while people open incidents of these kinds. */
export const historyOf = (beginning: fc.Arbitrary<Command>, kinds: readonly string[]) => {
  const names = [...new Set(kinds.flatMap(typesOf))]
  const sending = fc
    .tuple(
      fc.array(thingOf(names), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 0, max: 1 }),
      waited,
    )
    .map((given) => send(...given))
  const doing = fc
    .tuple(
      fc.constantFrom('acknowledge' as const, 'resolve' as const),
      atm,
      fc.nat(4),
      fc.constantFrom('none' as const, 'own' as const, 'old' as const),
      waited,
    )
    .map((given) => act(...given))
  const opening = fc.tuple(atm, fc.constantFrom(...kinds, 'VANDALISM'), waited).map((given) => open(...given))
  const one = fc.oneof(
    { weight: 7, arbitrary: sending },
    { weight: 3, arbitrary: doing },
    { weight: 1, arbitrary: opening },
    { weight: 1, arbitrary: waited.map(quiet) },
    { weight: 1, arbitrary: beginning },
  )
  return fc.tuple(beginning, fc.array(one, { maxLength: 10, size: 'max' })).map(([first, then]) => [first, ...then])
}

/** Two or three kinds of incidents beside each other. */
export const mixed = fc.subarray([...ENDINGS.keys()], { minLength: 2, maxLength: 3 }).chain((kinds) =>
  historyOf(
    fc
      .constantFrom(...[...OPENINGS].filter(([, { kind }]) => kinds.includes(kind)))
      .chain(([type, opening]) => fc.constantFrom(...ACTS).chain((act) => act(type, opening))),
    kinds,
  ),
)
