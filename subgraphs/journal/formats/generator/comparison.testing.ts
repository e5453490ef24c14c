import type { JournalTransaction } from '../sessions/transaction.ts'
import type { Expectation, Line } from './page.testing.ts'
import type { PlannedNotes } from './plan.testing.ts'

const isOneOf = (value: unknown): value is { readonly oneOf: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'oneOf' in value

const shown = (value: unknown): string =>
  isOneOf(value) ? value.oneOf.map(shown).join(' or ') : Array.isArray(value) ? `[${value.join(', ')}]` : String(value)

const fits = (expected: unknown, found: unknown): boolean =>
  isOneOf(expected) ? expected.oneOf.some((each) => fits(each, found)) : shown(expected) === shown(found)

/** A card with six stars, however many its journal prints. */
export const expectedStars = (card: string | null): string | null => card?.replace(/\*+/, '******') ?? null

/** Notes of one state, as `denomination x count`, in whole units. */
const notesOf = ({ notes }: JournalTransaction, wanted: string): string =>
  notes
    .filter(({ state }) => state === wanted)
    .map(({ denominationMinor, count }) => `${denominationMinor === null ? '?' : denominationMinor / 100n}x${count}`)
    .toSorted()
    .join(' ')

const plannedNotes = (notes: readonly PlannedNotes[]): string =>
  notes
    .map(({ denomination, count }) => `${denomination}x${count}`)
    .toSorted()
    .join(' ')

const noteFaults = ({ session, dispensed, counted }: Expectation, found: JournalTransaction): readonly string[] =>
  Object.entries({ DISPENSED: dispensed, COUNTED: counted }).flatMap(([state, notes]) =>
    notes === undefined || plannedNotes(notes) === notesOf(found, state)
      ? []
      : [`session ${session}, ${state}: expected ${plannedNotes(notes)}, found ${notesOf(found, state)}`],
  )

/** What of an attempt is not as expected; only the fields that the expectation states are compared. */
const faultsOf = (expected: Expectation, found: JournalTransaction): readonly string[] => {
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(found))
  const isAsExpected = (field: string, value: unknown): boolean =>
    fits(value, fields.get(field)) || (field === 'card' && fits(value, expectedStars(found.card)))
  const { dispensed: _out, counted: _in, session: _session, ...fieldsExpected } = expected
  const differing = Object.entries(fieldsExpected).flatMap(([field, value]) =>
    isAsExpected(field, value)
      ? []
      : [`session ${expected.session}, ${field}: expected ${shown(value)}, found ${shown(fields.get(field))}`],
  )
  return [...differing, ...noteFaults(expected, found)]
}

/** Every difference between the attempts that were printed and those that were found; both in the order of the file. */
export const differencesOf = (
  expected: readonly Expectation[],
  found: readonly JournalTransaction[],
): readonly string[] => {
  const brief = found.map(({ firstLine, attemptNo, verdict }) => `${firstLine}: ${attemptNo} ${verdict}`)
  if (expected.length !== found.length)
    return [`expected ${expected.length} attempts, found ${found.length} (${brief.join(', ')})`]
  return found.flatMap((attempt, n) => {
    const own = expected[n]
    if (own === undefined) return []
    const before = expected[n - 1]
    const isSame = before !== undefined && before.session === own.session
    const isJoined = n > 0 && found[n - 1]?.sessionLine === attempt.sessionLine
    return isSame === isJoined
      ? faultsOf(own, attempt)
      : [`session ${own.session}: its attempts are ${isSame ? 'apart' : 'in the session before'}`]
  })
}

/** The session that an attempt begins in. */
export const beginsIn = ({ firstLine }: JournalTransaction, lines: readonly Line[]): number | null =>
  lines[firstLine - 1]?.session ?? null

/** The session that most of an attempt's lines are of. */
export const ownerOf = ({ firstLine, lastLine }: JournalTransaction, lines: readonly Line[]): number | null => {
  const counts = new Map<number, number>()
  for (const { session } of lines.slice(firstLine - 1, lastLine))
    if (session !== null) counts.set(session, (counts.get(session) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}
