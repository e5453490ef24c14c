import fc from 'fast-check'

export const REGIONS = ['North', 'South'] as const
/** The ATMs of a history: the last one is of another institution. */
export const ATMS = 6

/** To whom incidents are given besides who does it: users of the directory who see both institutions. */
export const OTHERS = ['7', 'abebe'] as const

export type Sent = { readonly atm: number; readonly type: string; readonly age: number }

/** What happens at one moment, by one of two processes. */
export type Step = {
  /** Minutes since the step before; meanwhile the ATMs `beating` send heartbeats and the jobs run. */
  readonly waited: number
  readonly beating: readonly number[]
  /** By the process that may be killed, after so many answers; null for the other process. */
  readonly second: { readonly killedAfter: number | null } | null
  readonly does:
    | { readonly send: readonly Sent[]; readonly again: number }
    | {
        readonly act: 'ACKNOWLEDGE' | 'RESOLVE' | 'RELEASE' | 'ASSIGN' | 'NOTE'
        readonly picks: readonly number[]
        /** Whom they are assigned to; null for who does it. */
        readonly to: string | null
        readonly cause: 'HOST' | 'OTHER' | null
      }
    /** Of an ATM, a region or all of an institution; one that recurs began the day before. */
    | {
        readonly window: number | (typeof REGIONS)[number] | null
        readonly from: number
        readonly lasts: number
        readonly recurs: boolean
      }
    | { readonly endWindow: number }
    | { readonly retire: readonly number[] }
    | { readonly reactivate: number }
    | { readonly merge: number; readonly into: number }
    /** To the other institution. */
    | { readonly move: number }
}

const TYPES = [
  'BEAT',
  'ATM_IN_SERVICE',
  'ATM_IN_SERVICE',
  'ATM_OUT_OF_SERVICE',
  'ATM_OUT_OF_SERVICE',
  'SUPERVISOR_ENTER',
  'SUPERVISOR_EXIT',
  'POWER_OFF',
  'DISPENSER_JAM',
  'NETWORK_DISCONNECTED',
]

const atm = fc.integer({ min: 0, max: ATMS - 1 })
const sent: fc.Arbitrary<Sent> = fc.record({
  atm,
  type: fc.constantFrom(...TYPES),
  age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.integer({ min: 1, max: 90 }) }),
})
/** Several ATMs that say the same at once. */
const together: fc.Arbitrary<Sent[]> = fc
  .tuple(fc.uniqueArray(atm, { minLength: 3 }), fc.constantFrom('ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE'))
  .map(([atms, type]) => atms.map((one) => ({ atm: one, type, age: 0 })))

const doing: fc.MaybeWeightedArbitrary<Step['does']>[] = [
  {
    weight: 8,
    arbitrary: fc.record({
      send: fc.array(sent, { minLength: 1, maxLength: 5 }),
      again: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ send: together, again: fc.constant(0) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom(
        ...(['ACKNOWLEDGE', 'RESOLVE', 'RESOLVE', 'ASSIGN', 'ASSIGN', 'RELEASE', 'RELEASE', 'NOTE'] as const),
      ),
      picks: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 4 }),
      to: fc.constantFrom(...OTHERS, null),
      cause: fc.constantFrom('HOST' as const, 'OTHER' as const, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      window: fc.oneof(atm, fc.constantFrom(...REGIONS, null)),
      from: fc.integer({ min: -10, max: 30 }),
      lasts: fc.integer({ min: 1, max: 60 }),
      recurs: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ endWindow: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ retire: fc.uniqueArray(atm, { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ reactivate: atm }) },
  { weight: 1, arbitrary: fc.record({ merge: atm, into: atm }) },
]
const moving: fc.MaybeWeightedArbitrary<Step['does']> = { weight: 1, arbitrary: fc.record({ move: atm }) }

const stepOf = (does: fc.Arbitrary<Step['does']>): fc.Arbitrary<Step> =>
  fc.record({
    waited: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
      { weight: 2, arbitrary: fc.integer({ min: 12, max: 40 }) },
    ),
    beating: fc.oneof(
      { weight: 3, arbitrary: fc.constant([...Array(ATMS).keys()]) },
      { weight: 2, arbitrary: fc.subarray([...Array(ATMS).keys()]) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    second: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.constant({ killedAfter: null }) },
      { weight: 1, arbitrary: fc.record({ killedAfter: fc.integer({ min: 1, max: 3 }) }) },
    ),
    does,
  })

/** A history of so many steps at most. Two in three have ATMs that move, whose time belongs to two institutions. */
export const historyOf = (steps: number): fc.Arbitrary<Step[]> => {
  const of = (does: fc.Arbitrary<Step['does']>) =>
    fc.array(stepOf(does), { minLength: Math.ceil(steps / 2), maxLength: steps, size: 'max' })
  return fc.oneof(
    { weight: 1, arbitrary: of(fc.oneof(...doing)) },
    { weight: 2, arbitrary: of(fc.oneof(...doing, moving)) },
  )
}
