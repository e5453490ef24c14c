import type { RolloutInput, TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { idsOf, stagesOf } from './figures.rules.ts'

/** The conditions of a filter, as the form asks for them. */
export const FILTER_FIELDS = [
  { name: 'institutionKey', label: t('Institution'), hint: t('Its key, such as ACME.') },
  { name: 'siteName', label: t('Site'), hint: t('Its whole name.') },
  { name: 'vendor', label: t('Manufacturer'), hint: t('Its whole name.') },
  { name: 'model', label: t('Model'), hint: t('Its whole name.') },
  { name: 'region', label: t('Region'), hint: t('Its whole name.') },
  { name: 'costCentre', label: t('Cost centre'), hint: t('Its whole name.') },
  { name: 'criticality', label: t('Criticality'), hint: t('LOW, MEDIUM, HIGH or CRITICAL.') },
  { name: 'tag', label: t('Tag'), hint: t('One of its tags.') },
  { name: 'q', label: t('Text'), hint: t('In the number, name, site or serial number.') },
] as const

type FilterName = (typeof FILTER_FIELDS)[number]['name']

/** A rollout being written. */
export type Draft = {
  readonly kind: TaskKind | undefined
  readonly typed: Readonly<Record<string, string>>
  readonly reason: string
  readonly by: 'filter' | 'list'
  readonly filter: Readonly<Partial<Record<FilterName, string>>>
  readonly list: string
  readonly stages: string
  readonly pauseAtFailurePct: string
  readonly minFinished: string
  readonly expiresInSeconds: number
  readonly outcomeWithinSeconds: number
}

export const USUAL_DRAFT: Draft = {
  kind: undefined,
  typed: {},
  reason: '',
  by: 'filter',
  filter: {},
  list: '',
  stages: '5, 25, 100',
  pauseAtFailurePct: '5',
  minFinished: '20',
  expiresInSeconds: 3_600,
  outcomeWithinSeconds: 3_600,
}

/** What is asked for: the platform checks it. A field without a number is left to what is usual. */
export const inputOf = (draft: Draft, kind: TaskKind, params: unknown): RolloutInput => {
  const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
  return {
    kind,
    params,
    reason: draft.reason,
    ...(draft.by === 'filter' ? { filter: draft.filter } : { agentAtmIds: idsOf(draft.list) }),
    stages: stagesOf(draft.stages),
    pauseAtFailurePct: numberOf(draft.pauseAtFailurePct),
    minFinished: numberOf(draft.minFinished),
    expiresInSeconds: draft.expiresInSeconds,
    outcomeWithinSeconds: draft.outcomeWithinSeconds,
  }
}
