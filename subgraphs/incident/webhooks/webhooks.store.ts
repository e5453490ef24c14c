import { and, count, desc, eq, sql } from 'drizzle-orm'
import { webhook } from '../../../db/incident/webhook.ts'
import { webhookDelivery } from '../../../db/incident/webhook-delivery.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'

export type WebhookRow = typeof webhook.$inferSelect
export type NewWebhook = Pick<
  WebhookRow,
  'institutionKey' | 'url' | 'description' | 'events' | 'kinds' | 'severities' | 'createdAt' | 'createdBy'
>
/** What somebody changes of a webhook. */
export type WebhookChanges = Partial<
  Pick<WebhookRow, 'url' | 'description' | 'events' | 'kinds' | 'severities' | 'status' | 'consecutiveFailures'>
>
export type DeliveryRow = typeof webhookDelivery.$inferSelect

type Slice = { readonly size: number; readonly offset: number }

/** A page of webhooks, the newest first, and how many there are. */
export const listWebhookPage = async (
  tx: TenantTx,
  visibility: Visibility,
  institutionKey: string | null,
  { size, offset }: Slice,
): Promise<{ rows: WebhookRow[]; total: number }> => {
  const matching = and(
    scopeOf(visibility, webhook.institutionKey),
    institutionKey === null ? undefined : eq(webhook.institutionKey, institutionKey),
  )
  const page = tx.select().from(webhook).where(matching).orderBy(desc(webhook.id)).limit(size).offset(offset)
  const [rows, counted] = await Promise.all([page, tx.select({ total: count() }).from(webhook).where(matching)])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** A webhook that the transaction may see; null where there is none. */
export const findWebhook = async (tx: TenantTx, id: number): Promise<WebhookRow | null> =>
  (await tx.select().from(webhook).where(eq(webhook.id, id)))[0] ?? null

/** The same, locked until the transaction ends. */
export const findWebhookLocked = async (tx: TenantTx, id: number): Promise<WebhookRow | null> =>
  (await tx.select().from(webhook).where(eq(webhook.id, id)).for('update'))[0] ?? null

/** How many webhooks an institution has; no other transaction adds one before this one ends. */
export const countWebhooksLocked = async (tx: TenantTx, institutionKey: string): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`incident.webhook:${institutionKey}`}, 0))`)
  const [row] = await tx.select({ n: count() }).from(webhook).where(eq(webhook.institutionKey, institutionKey))
  return row?.n ?? 0
}

export const insertWebhook = async (tx: TenantTx, given: NewWebhook): Promise<WebhookRow> => {
  const [row] = await tx.insert(webhook).values(given).returning()
  if (row === undefined) throw new Error('a webhook was not stored')
  return row
}

export const updateWebhook = async (tx: TenantTx, id: number, changes: WebhookChanges): Promise<WebhookRow> => {
  const [row] = await tx.update(webhook).set(changes).where(eq(webhook.id, id)).returning()
  if (row === undefined) throw new Error('a webhook went away under its lock')
  return row
}

export const deleteWebhook = async (tx: TenantTx, id: number): Promise<void> => {
  await tx.delete(webhook).where(eq(webhook.id, id))
}

/**
 * Stores a new secret of a webhook. The former one is valid until `formerUntil`; those before it are not any more.
 */
export const insertSecret = async (
  tx: TenantTx,
  { id, institutionKey }: WebhookRow,
  secret: string,
  { now, formerUntil }: { readonly now: Date; readonly formerUntil: Date },
): Promise<void> => {
  await tx.execute(sql`
    update incident.webhook_secret
    set valid_until = case when valid_until is null then ${formerUntil.toISOString()}::timestamptz
      else ${now.toISOString()}::timestamptz end
    where webhook_id = ${id}::text::bigint and coalesce(valid_until > ${now.toISOString()}::timestamptz, true)`)
  await tx.execute(sql`
    insert into incident.webhook_secret (webhook_id, institution_key, secret, created_at)
    values (${id}::text::bigint, ${institutionKey}, ${secret}, ${now.toISOString()}::timestamptz)`)
}

/** How many tests are on their way to a webhook. */
export const countWaitingTests = async (tx: TenantTx, id: number): Promise<number> => {
  const waiting = and(eq(webhookDelivery.webhookId, id), eq(webhookDelivery.status, 'PENDING'))
  const [row] = await tx
    .select({ n: count() })
    .from(webhookDelivery)
    .where(and(waiting, sql`${webhookDelivery.incidentId} is null`))
  return row?.n ?? 0
}

/** Queues a test. */
export const insertTest = async (tx: TenantTx, given: typeof webhookDelivery.$inferInsert): Promise<DeliveryRow> => {
  const [row] = await tx.insert(webhookDelivery).values(given).returning()
  if (row === undefined) throw new Error('a test of a webhook was not stored')
  return row
}

/** A page of the deliveries of a webhook, the newest first, and how many there are. */
export const listDeliveryPage = async (
  tx: TenantTx,
  id: number,
  status: DeliveryRow['status'] | null,
  { size, offset }: Slice,
): Promise<{ rows: DeliveryRow[]; total: number }> => {
  const matching = and(
    eq(webhookDelivery.webhookId, id),
    status === null ? undefined : eq(webhookDelivery.status, status),
  )
  const page = tx.select().from(webhookDelivery).where(matching).orderBy(desc(webhookDelivery.id))
  const [rows, counted] = await Promise.all([
    page.limit(size).offset(offset),
    tx.select({ total: count() }).from(webhookDelivery).where(matching),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}
