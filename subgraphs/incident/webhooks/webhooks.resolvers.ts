import type { TenantTx } from '../../../db/tenancy.ts'
import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import { badInput, badInputs, DomainError, type FieldFault } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { institutionFor } from '../atms/atm-registry.rules.ts'
import type { MutationResolvers, QueryResolvers, Webhook, WebhookDelivery, WebhookInput } from '../schema.gen.ts'
import type { AddressRules } from './webhook-addresses.ts'
import { auditedWebhook, changesOf, checkRoom, checkTestable, newWebhookOf } from './webhook-input.rules.ts'
import { EVENT_OF, TEST_TRIED_MS, testBody } from './webhook-payload.rules.ts'
import { newSecret } from './webhook-signature.ts'
import {
  countWaitingTests,
  countWebhooksLocked,
  type DeliveryRow,
  deleteWebhook,
  findWebhook,
  findWebhookLocked,
  insertSecret,
  insertTest,
  insertWebhook,
  listDeliveryPage,
  listWebhookPage,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts'

export type WebhookEnv = {
  readonly addressRules: AddressRules
  newId(): string
  /** Wakes the sender of this process. */
  wake(): void
}

type Queries = Pick<QueryResolvers, 'webhooks' | 'webhook' | 'webhookDeliveries'>
type Mutations = Pick<
  MutationResolvers,
  'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret' | 'testWebhook'
>

const HOUR_MS = 3_600_000
const NEWEST_FIRST = { sortable: {}, defaultSort: [], tieBreak: { column: null, descending: true } }
const EVENTS = Object.values(EVENT_OF)

const webhookOf = (row: WebhookRow, secret: string | null = null): Webhook => ({ ...row, secret })

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  messageId: `msg_${row.messageId}`,
  event: EVENTS.find((event) => event === row.event) ?? null,
  nextAttemptAt: row.status === 'PENDING' ? row.nextAttemptAt : null,
  body: JSON.parse(row.body),
})

const audited = (action: string, { id, institutionKey }: WebhookRow) =>
  ({ action, subjectType: 'Webhook', subjectId: id, institutionKey, before: null, after: null }) as const

const webhookQueries: Queries = {
  async webhooks(_source, { page, size, institutionKey }, { principal, read }) {
    // An empty one is as if it were left out.
    const only = institutionKey || null
    const fault = only === null ? null : institutionKeyFault(only)
    if (fault !== null) throw badInput('institutionKey', fault)
    const request = pageRequest({ page, size }, NEWEST_FIRST)
    const { rows, total } = await read((tx) => listWebhookPage(tx, principal, only, request))
    return pageOf(
      rows.map((row) => webhookOf(row)),
      total,
      request,
    )
  },
  async webhook(_source, { id }, { read }) {
    const row = await read((tx) => findWebhook(tx, id))
    return row === null ? null : webhookOf(row)
  },
  async webhookDeliveries(_source, { id, status, page, size }, { read }) {
    const request = pageRequest({ page, size }, NEWEST_FIRST)
    return read(async (tx) => {
      if ((await findWebhook(tx, id)) === null) return null
      const { rows, total } = await listDeliveryPage(tx, id, status ?? null, request)
      return pageOf(rows.map(deliveryOf), total, request)
    })
  },
}

/** The institution of a new webhook. @throws DomainError BAD_USER_INPUT for none, FORBIDDEN for another's. */
const ownInstitution = ({ institutionKey }: WebhookInput, { principal }: OperationContext): string => {
  const faults: FieldFault[] = []
  const key = institutionFor(institutionKey, principal, faults)
  if (key === null) throw badInputs(faults)
  if (!seesInstitution(principal, key))
    throw new DomainError('FORBIDDEN', 'institutionKey: webhooks can be added for your own institutions only')
  return key
}

/** @throws DomainError BAD_USER_INPUT for a URL that leads to where nothing may be sent. */
const checkAddress = async (addressRules: AddressRules, url: string, institutionKey: string): Promise<void> => {
  const fault = await addressRules.faultOf(url, institutionKey)
  if (fault !== null) throw badInput('url', fault)
}

const createChanging = ({
  addressRules,
}: WebhookEnv): Pick<Mutations, 'createWebhook' | 'updateWebhook' | 'deleteWebhook'> => ({
  async createWebhook(_source, { webhook: given }, context) {
    const institutionKey = ownInstitution(given, context)
    const wanted = newWebhookOf(given)
    await checkAddress(addressRules, wanted.url, institutionKey)
    const secret = newSecret()
    const now = context.now()
    return context.write(async (tx) => {
      checkRoom(await countWebhooksLocked(tx, institutionKey))
      const by = { createdAt: now, createdBy: context.principal.userId }
      const row = await insertWebhook(tx, { institutionKey, ...wanted, ...by })
      await insertSecret(tx, row, secret, { now, formerUntil: now })
      await context.audit(tx, { ...audited('createWebhook', row), after: auditedWebhook(row) })
      return webhookOf(row, secret)
    })
  },
  async updateWebhook(_source, { id, webhook: given }, { read, write, audit }) {
    const changes = changesOf(given)
    if (changes.url !== undefined) {
      const found = await read((tx) => findWebhook(tx, id))
      if (found === null) return null
      await checkAddress(addressRules, changes.url, found.institutionKey)
    }
    return write(async (tx) => {
      const before = await findWebhookLocked(tx, id)
      if (before === null) return null
      if (Object.keys(changes).length === 0) return webhookOf(before)
      const row = await updateWebhook(tx, id, changes)
      const [old, now] = [auditedWebhook(before), auditedWebhook(row)]
      await audit(tx, { ...audited('updateWebhook', row), before: old, after: now })
      return webhookOf(row)
    })
  },
  deleteWebhook: (_source, { id }, { write, audit }) =>
    write(async (tx) => {
      const row = await findWebhookLocked(tx, id)
      if (row === null) return null
      await deleteWebhook(tx, id)
      await audit(tx, { ...audited('deleteWebhook', row), before: auditedWebhook(row) })
      return true
    }),
})

const createOperating = ({ newId, wake }: WebhookEnv): Pick<Mutations, 'rotateWebhookSecret' | 'testWebhook'> => {
  const queueTest = async (tx: TenantTx, row: WebhookRow, now: Date): Promise<DeliveryRow> => {
    checkTestable(row, await countWaitingTests(tx, row.id))
    return insertTest(tx, {
      webhookId: row.id,
      institutionKey: row.institutionKey,
      messageId: newId(),
      event: 'TEST',
      place: 0,
      body: testBody(row.institutionKey, now),
      createdAt: now,
      nextAttemptAt: now,
      expiresAt: new Date(now.getTime() + TEST_TRIED_MS),
    })
  }
  return {
    rotateWebhookSecret(_source, { id, overlapHours }, context) {
      const hours = checkBetween('overlapHours', overlapHours, 0, 168)
      const now = context.now()
      const secret = newSecret()
      return context.write(async (tx) => {
        const row = await findWebhookLocked(tx, id)
        if (row === null) return null
        await insertSecret(tx, row, secret, { now, formerUntil: new Date(now.getTime() + hours * HOUR_MS) })
        await context.audit(tx, { ...audited('rotateWebhookSecret', row), after: { overlapHours: hours } })
        return webhookOf(row, secret)
      })
    },
    async testWebhook(_source, { id }, { write, audit, now }) {
      const queued = await write(async (tx) => {
        const row = await findWebhookLocked(tx, id)
        if (row === null) return null
        const delivery = await queueTest(tx, row, now())
        await audit(tx, audited('testWebhook', row))
        return deliveryOf(delivery)
      })
      if (queued !== null) wake()
      return queued
    },
  }
}

/** Webhooks: lists, edits, secrets, tests and what was sent. */
export const createWebhookResolvers = (env: WebhookEnv): { readonly Query: Queries; readonly Mutation: Mutations } => ({
  Query: webhookQueries,
  Mutation: { ...createChanging(env), ...createOperating(env) },
})
