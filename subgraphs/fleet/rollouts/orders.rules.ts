import type { RolloutFilterRow } from '../../../db/fleet/rollout.ts'
import { ATM_ATTRIBUTES } from '../../../schema/atm-attributes.rules.ts'
import { agentAtmIdFault, institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import type { RolloutFilterInput, RolloutInput, TaskKind } from '../schema.gen.ts'
import { readParams, type TaskParams } from '../task-params.rules.ts'
import { EXPIRY_S, readKey, readReason } from '../task-requests.rules.ts'

/** ATMs of a rollout at most: as many as a fleet has. */
export const MAX_ATMS = 100_000
const MAX_STAGES = 10
const MAX_TEXT_CHARS = 200
const CRITICALITIES: readonly string[] = ATM_ATTRIBUTES.criticality.choices
const USUAL_STAGES = [5, 25, 100]
const OUTCOME_S = { least: 60, most: 86_400, usual: 3_600 }
const PCT = { least: 0, most: 100, usual: 5 }

/** A rollout as it was asked for, checked; either `filter` or `agentAtmIds` is null. */
export type RolloutOrder = {
  readonly kind: TaskKind
  readonly params: TaskParams | null
  readonly reason: string | null
  readonly filter: RolloutFilterRow | null
  readonly agentAtmIds: readonly string[] | null
  readonly stages: readonly number[]
  readonly pauseAtFailurePct: number
  readonly minFinished: number
  readonly expiresInSeconds: number
  readonly outcomeWithinSeconds: number
  /** The caller's own key of the request; null without one. */
  readonly idempotencyKey: string | null
}

const readNumber = (
  field: keyof RolloutInput,
  given: number | null | undefined,
  { least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number },
  faults: FieldFault[],
): number => {
  const value = given ?? usual
  if (value < least || value > most) faults.push({ field, message: `must be from ${least} to ${most}` })
  return value
}

const readFilter = (given: RolloutFilterInput, faults: FieldFault[]): RolloutFilterRow => {
  const textOf = (name: keyof RolloutFilterInput): string | null => {
    const text = textOrNull(given[name])
    if (text !== null && isLongerThan(text, MAX_TEXT_CHARS))
      faults.push({ field: `filter.${name}`, message: `must have ${MAX_TEXT_CHARS} characters or fewer` })
    return text
  }
  const institutionKey = textOrNull(given.institutionKey)
  const wrongKey = institutionKey === null ? null : institutionKeyFault(institutionKey)
  if (wrongKey !== null) faults.push({ field: 'filter.institutionKey', message: wrongKey })
  const criticality = textOf('criticality')
  if (criticality !== null && !CRITICALITIES.includes(criticality))
    faults.push({ field: 'filter.criticality', message: `must be one of ${CRITICALITIES.join(', ')}` })
  return {
    institutionKey,
    vendor: textOf('vendor'),
    model: textOf('model'),
    siteName: textOf('siteName'),
    region: textOf('region'),
    costCentre: textOf('costCentre'),
    criticality,
    tag: textOf('tag'),
    q: textOf('q'),
  }
}

const readAtms = (given: readonly string[], faults: FieldFault[]): string[] => {
  if (given.length === 0 || given.length > MAX_ATMS)
    faults.push({ field: 'agentAtmIds', message: `must have from 1 to ${MAX_ATMS} entries` })
  else
    for (const [n, agentAtmId] of given.entries()) {
      const message = agentAtmIdFault(agentAtmId)
      if (message !== null) faults.push({ field: `agentAtmIds[${n}]`, message })
    }
  return [...new Set(given.map((agentAtmId) => agentAtmId.trim()))]
}

const readStages = (given: readonly number[] | null | undefined, faults: FieldFault[]): readonly number[] => {
  const stages = given ?? USUAL_STAGES
  const isRising = stages.every((percent, n) => percent > (stages[n - 1] ?? 0))
  if (stages.length === 0 || stages.length > MAX_STAGES || !isRising || stages.at(-1) !== 100)
    faults.push({
      field: 'stages',
      message: `must be 1 to ${MAX_STAGES} rising whole numbers of per cent from 1 on, the last one 100`,
    })
  return stages
}

/** Checks what is asked for. @throws DomainError BAD_USER_INPUT naming the faulty fields. */
export const orderOf = (input: RolloutInput, idempotencyKey: string | null | undefined): RolloutOrder => {
  const faults: FieldFault[] = []
  const { kind, filter, agentAtmIds } = input
  const isFiltered = filter !== null && filter !== undefined
  const isListed = agentAtmIds !== null && agentAtmIds !== undefined
  if (isFiltered === isListed) faults.push({ field: 'filter', message: 'is required, or agentAtmIds; not both' })
  const order = {
    kind,
    params: readParams(kind, input.params, faults),
    reason: readReason(input.reason, faults),
    filter: isFiltered ? readFilter(filter, faults) : null,
    agentAtmIds: isListed ? readAtms(agentAtmIds, faults) : null,
    stages: readStages(input.stages, faults),
    pauseAtFailurePct: readNumber('pauseAtFailurePct', input.pauseAtFailurePct, PCT, faults),
    minFinished: readNumber('minFinished', input.minFinished, { least: 1, most: MAX_ATMS, usual: 1 }, faults),
    expiresInSeconds: readNumber('expiresInSeconds', input.expiresInSeconds, EXPIRY_S, faults),
    outcomeWithinSeconds: readNumber('outcomeWithinSeconds', input.outcomeWithinSeconds, OUTCOME_S, faults),
    idempotencyKey: readKey(idempotencyKey, faults),
  }
  if (faults.length > 0) throw badInputs(faults)
  return order
}

/** The limit of failures that a change sets; null where it sets none. @throws DomainError BAD_USER_INPUT. */
export const readFailurePct = (given: number | null | undefined): number | null => {
  if (given === null || given === undefined) return null
  const faults: FieldFault[] = []
  const value = readNumber('pauseAtFailurePct', given, PCT, faults)
  if (faults.length > 0) throw badInputs(faults)
  return value
}
