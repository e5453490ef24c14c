import { badInputs, DomainError, type FieldFault } from '../../kit/common/errors.ts'
import { isLongerThan } from '../../kit/common/text-faults.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { isKindShaped } from '../model/incident-kinds.rules.ts'
import type { WebhookChange, WebhookInput } from '../schema.gen.ts'
import type { WebhookEvent } from './webhook-payload.rules.ts'
import type { WebhookChanges, WebhookRow } from './webhooks.store.ts'

const MAX_URL_CHARS = 2_000
const MAX_DESCRIPTION_CHARS = 200
const MAX_KINDS = 50

const WITHOUT_UPDATES: readonly WebhookEvent[] = ['INCIDENT_CREATED', 'INCIDENT_RESOLVED']

const once = <T>(values: readonly T[]): T[] => [...new Set(values)]

const faultsOf = ({ url, description, events, kinds, severities }: WebhookChange): FieldFault[] => {
  const faults: FieldFault[] = []
  const check = (field: string, isFaulty: boolean, message: string) => {
    if (isFaulty) faults.push({ field, message })
  }
  check('url', url === null || (url?.length ?? 0) > MAX_URL_CHARS, `must have ${MAX_URL_CHARS} characters or fewer`)
  const isLong = typeof description === 'string' && isLongerThan(description, MAX_DESCRIPTION_CHARS)
  check('description', isLong, `must have ${MAX_DESCRIPTION_CHARS} characters or fewer`)
  check('events', events === null || events?.length === 0, 'must name one event or more')
  check('severities', severities?.length === 0, 'must name one severity or more; null is all')
  check('kinds', kinds?.length === 0, 'must name one kind or more; null is all')
  check('kinds', (kinds?.length ?? 0) > MAX_KINDS, `must name ${MAX_KINDS} kinds at most`)
  check('kinds', kinds?.some((kind) => !isKindShaped(kind)) === true, 'must be words in capitals such as DISPENSER')
  return faults
}

/** What a change sets, checked, but for where its URL leads. @throws DomainError BAD_USER_INPUT naming every fault. */
export const changesOf = (given: WebhookChange): WebhookChanges => {
  const faults = faultsOf(given)
  if (given.status === null) faults.push({ field: 'status', message: 'must be ACTIVE or DISABLED' })
  if (faults.length > 0) throw badInputs(faults)
  const { url, description, events, kinds, severities, status } = given
  return {
    ...(url ? { url } : {}),
    ...(description === undefined ? {} : { description: textOrNull(description) }),
    ...(events ? { events: once(events) } : {}),
    ...(kinds === undefined ? {} : { kinds: kinds === null ? null : once(kinds) }),
    ...(severities === undefined ? {} : { severities: severities === null ? null : once(severities) }),
    ...(status ? { status, ...(status === 'ACTIVE' ? { consecutiveFailures: 0 } : {}) } : {}),
  }
}

/** What a new webhook has, checked in the same way. @throws DomainError BAD_USER_INPUT naming every fault. */
export const newWebhookOf = ({ institutionKey: _key, ...given }: WebhookInput) => {
  const {
    description = null,
    events = [...WITHOUT_UPDATES],
    kinds = null,
    severities = null,
  } = changesOf({
    ...given,
    events: given.events ?? [...WITHOUT_UPDATES],
  })
  return { url: given.url, description, events, kinds, severities } as const
}

/** What the audit keeps of a webhook: of its URL what is before the query, which may hold a secret. */
export const auditedWebhook = ({ url, description, events, kinds, severities, status }: WebhookRow) => ({
  ...{ url: url.replace(/[?#].*$/s, ''), description, events, kinds, severities, status },
})

/** The most webhooks that an institution has. */
const MAX_WEBHOOKS = 20

/** @throws DomainError CONFLICT where an institution has as many as it may. */
export const checkRoom = (webhooks: number): void => {
  if (webhooks >= MAX_WEBHOOKS)
    throw new DomainError('CONFLICT', `The institution has ${MAX_WEBHOOKS} webhooks; no more can be added.`)
}

const MAX_TESTS = 10

/** @throws DomainError CONFLICT for a webhook that is sent nothing, or has enough to do. */
export const checkTestable = ({ status }: WebhookRow, waitingTests: number): void => {
  if (status === 'DISABLED') throw new DomainError('CONFLICT', 'The webhook is disabled; enable it first.')
  if (waitingTests >= MAX_TESTS)
    throw new DomainError('CONFLICT', `${MAX_TESTS} tests are on their way to the webhook; wait for one of them.`)
}
