import { badInput } from '../../kit/common/errors.ts'
import { isKindShaped, KIND_WORDS, type Kind } from '../model/incident-kinds.rules.ts'

/** Causes that an incident of any kind can have. */
const COMMON = ['PLANNED_WORK', 'FALSE_ALARM', 'OTHER'] as const

const CONNECTION = ['COMMUNICATION', 'POWER', 'HARDWARE', 'SOFTWARE', 'VANDALISM'] as const
const MODULE = ['HARDWARE', 'MEDIA', 'SOFTWARE', 'VANDALISM'] as const

/** What can have caused an incident of each kind that the rules open. */
const OF_KINDS: Readonly<Record<Kind, readonly string[]>> = {
  OUT_OF_SERVICE: ['HARDWARE', 'SOFTWARE', 'CASH', 'COMMUNICATION', 'POWER', 'HOST', 'VANDALISM'],
  POWER: ['POWER', 'HARDWARE', 'VANDALISM'],
  CONNECTIVITY: CONNECTION,
  UNREACHABLE: [...CONNECTION, 'HOST'],
  // Each can be one of its parts too, which are resolved with it.
  MASS_OUTAGE: ['COMMUNICATION', 'POWER', 'HOST', 'SOFTWARE'],
  DISPENSER: MODULE,
  ACCEPTOR: MODULE,
  CARD_READER: [...MODULE, 'FRAUD'],
  PINPAD: [...MODULE, 'FRAUD'],
  PRINTER: MODULE,
  SELF_TEST: ['HARDWARE', 'SOFTWARE'],
  CASH: ['CASH', 'MEDIA', 'HARDWARE'],
  SECURITY: ['FRAUD', 'VANDALISM', 'SOFTWARE'],
  JOURNAL: ['SOFTWARE', 'HARDWARE'],
  APPLICATION: ['SOFTWARE', 'HOST', 'COMMUNICATION'],
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(OF_KINDS, kind)
const ALL = [...new Set(Object.values(OF_KINDS).flat())].toSorted()

/** Every cause that can be chosen. */
export const CAUSES: readonly string[] = [...ALL, ...COMMON]

/** The causes to choose from for an incident of this kind; all of them for a kind of somebody's own. */
export const causesOf = (kind: string): readonly string[] => (isKind(kind) ? [...OF_KINDS[kind], ...COMMON] : CAUSES)

const MAX_KINDS = 100

/**
 * The causes that incidents of all of these kinds can have, in the order of the first.
 * @throws DomainError BAD_USER_INPUT for none or too many, and for what cannot be a kind.
 */
export const causesOfAll = (kinds: readonly string[]): readonly string[] => {
  if (kinds.length === 0 || kinds.length > MAX_KINDS) throw badInput('kinds', `must name 1 to ${MAX_KINDS} kinds`)
  if (!kinds.every(isKindShaped)) throw badInput('kinds', KIND_WORDS)
  const [first = [], ...others] = [...new Set(kinds)].map(causesOf)
  return first.filter((cause) => others.every((known) => known.includes(cause)))
}
