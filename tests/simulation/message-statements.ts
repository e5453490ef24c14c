import { itemsOf, numberOf, sentRows, textOf } from './columns.ts'
import type { Access, Row, Statement } from './database.ts'

/** The statements of the relay, of topics as tables, and of analytics, by how each begins. */

const inOrder = (rows: readonly Row[], column: string): Row[] =>
  [...rows].sort((a, b) => numberOf(a[column]) - numberOf(b[column]))

const limitOf = (values: readonly unknown[]): number => numberOf(values.at(-1))
const outbox = (access: Access): Row[] => inOrder(access.list('outbox'), 'id')

const lockOutbox: Statement = (access, _text, [name]) => {
  if (access.tryLock(textOf(name))) {
    access.unflushed()
    return [{ held: true }]
  }
  return [{ held: false }]
}

const readPending: Statement = (access, _text, values) =>
  outbox(access)
    .slice(0, limitOf(values))
    .map((row) => ({
      ...row,
      id: textOf(row.id),
      occurred_at: new Date(numberOf(row.occurred_at)).toISOString(),
    }))

const deletePending: Statement = (access, _text, [ids]) => {
  for (const id of itemsOf(ids)) access.remove('outbox', id)
  return []
}

const addTopics = (access: Access, names: readonly string[]): void => {
  for (const name of names) {
    if (access.get('topic', name) !== null) continue
    access.lock(`new topic ${name}`)
    if (access.get('topic', name) === null) access.put('topic', name, { name })
  }
}

const lockTopics: Statement = (access, _text, values) => {
  const topics = new Set(
    outbox(access)
      .slice(0, limitOf(values))
      .map(({ topic }) => textOf(topic)),
  )
  const names = [...topics].sort()
  addTopics(access, names)
  for (const name of names) access.lock(`topic:${name}`)
  return names.map((name) => ({ name }))
}

const append = (access: Access, message: Row): void => {
  const seq = access.next('topic_seq')
  access.put('message', textOf(seq), { ...message, seq })
}

const envelopeOf = (row: Row) => ({
  id: row.message_id,
  type: row.topic,
  version: 1,
  occurredAt: new Date(numberOf(row.occurred_at)).toISOString(),
  institutionKey: row.institution_key,
  traceparent: row.traceparent,
  data: row.data,
})

const moveOutbox: Statement = (access, _text, values) => {
  const topics = new Set(itemsOf(values[0]))
  const due = outbox(access)
    .filter(({ topic }) => topics.has(textOf(topic)))
    .slice(0, numberOf(values[1]))
  for (const row of due) {
    access.remove('outbox', textOf(row.id))
    append(access, { topic: row.topic, key: row.key, id: row.message_id, envelope: envelopeOf(row) })
  }
  return [{ count: String(due.length), traceparents: null }]
}

const lockPublished: Statement = (access, _text, [names]) => {
  const topics = itemsOf(names).sort()
  addTopics(access, topics)
  for (const name of topics) access.lock(`topic:${name}`)
  return []
}

const publish: Statement = (access, _text, [rows]) => {
  for (const { topic, key, id, envelope, headers } of JSON.parse(textOf(rows)))
    append(access, { topic, key, id, envelope, headers: headers ?? null })
  return []
}

const messagesOf = (access: Access, topic: unknown): Row[] =>
  inOrder(
    access.list('message').filter((message) => message.topic === topic),
    'seq',
  )
const headOf = (access: Access, topic: unknown): number => numberOf(messagesOf(access, topic).at(-1)?.seq ?? 0)

/** Only filters of exact topics and of prefixes that the simulation has. */
const matches = (values: readonly unknown[], topic: unknown): boolean =>
  values.some((value) => textOf(value).startsWith('{') && itemsOf(value).includes(textOf(topic)))

const DAY_MS = 86_400_000

const takeLease: Statement = (access, _text, values) => {
  access.unflushed()
  const [holder, seconds, group] = values
  const isFree = ({ leased_until }: Row) =>
    leased_until === null || numberOf(leased_until) < access.nowMs || numberOf(leased_until) > access.nowMs + DAY_MS
  const free = access
    .list('cursor')
    .filter((cursor) => cursor.group === group && numberOf(cursor.seq) < headOf(access, cursor.topic))
    .filter((cursor) => matches(values, cursor.topic) && isFree(cursor))
    .sort(
      (a, b) =>
        numberOf(a.served_at ?? -1) - numberOf(b.served_at ?? -1) || (textOf(a.topic) < textOf(b.topic) ? -1 : 1),
    )
    .find((cursor) => access.tryLock(`cursor ${cursor.group} ${cursor.topic}`))
  const topics = String(access.list('topic').length)
  if (free === undefined) return [{ topics, topic: null, seq: null, head: null }]
  const leased = {
    ...{ leased_by: holder, leased_until: access.nowMs + numberOf(seconds) * 1_000, served_at: access.nowMs },
  }
  access.put('cursor', `${free.group} ${free.topic}`, { ...free, ...leased })
  return [{ topics, topic: free.topic, seq: textOf(free.seq), head: String(headOf(access, free.topic)) }]
}

const insertCursors: Statement = (access, text, values) => {
  const group = values[Number(/insert into topics\.cursor[^$]*\$(\d+)/.exec(text)?.[1]) - 1]
  const missing = access
    .list('topic')
    .filter(({ name }) => matches(values, name) && access.get('cursor', `${group} ${name}`) === null)
  for (const { name } of missing) {
    access.lock(`topic:${name}`)
    access.lock(`cursor ${group} ${name}`)
    if (access.get('cursor', `${group} ${name}`) !== null) continue
    const cursor = { group, topic: name, seq: 0, leased_by: null, leased_until: null, served_at: null }
    access.put('cursor', `${group} ${name}`, cursor)
  }
  return [{ missing: missing.length }]
}

const listMessages: Statement = (access, _text, [topic, seq, limit]) =>
  messagesOf(access, topic)
    .filter((message) => numberOf(message.seq) > numberOf(seq))
    .slice(0, numberOf(limit))
    .map((message) => ({ ...message, seq: textOf(message.seq), headers: message.headers ?? null }))

const moveCursor: Statement = (access, text, values) => {
  access.unflushed()
  const [seq, leasedBy] = values
  const [group, topic, holder] = values.slice(-3)
  const key = `${group} ${topic}`
  access.lock(`cursor ${key}`)
  const cursor = access.get('cursor', key)
  if (cursor === null || cursor.leased_by !== holder) return []
  const keeps = text.includes('make_interval')
  const until = keeps ? access.nowMs + numberOf(values[2]) * 1_000 : null
  const moved = Math.max(numberOf(cursor.seq), numberOf(seq))
  access.put('cursor', key, { ...cursor, seq: moved, leased_by: leasedBy, leased_until: until })
  return [{ topic }]
}

// Analytics

const lockFold: Statement = (access, _text, [atmIds]) => {
  access.lock('analytics.fold', 'shared')
  for (const id of [...new Set(itemsOf(atmIds))].sort()) access.lock(`analytics.atm ${id}`)
  return []
}

const insertMessages: Statement = (access, text, values) => {
  const rows = [...sentRows(text, values)].sort((a, b) => (textOf(a.message_id) < textOf(b.message_id) ? -1 : 1))
  return rows.flatMap((row) => {
    const id = textOf(row.message_id)
    access.lock(`inbox ${id}`)
    if (access.get('inbox', id) !== null) return []
    access.put('inbox', id, { ...row, data: JSON.parse(textOf(row.data)), received_at: access.nowMs })
    return [{ message_id: id }]
  })
}

type Brought = { readonly key: string; readonly created: number; readonly resolved: number; readonly open: number }

/** What incidents bring to the counters of a day, as the view `brought_by_incident` and its sums. */
const broughtBy = (access: Access, sent: unknown): Map<string, Brought> => {
  const sums = new Map<string, Brought>()
  const add = (key: string, more: Partial<Brought>) => {
    const { created = 0, resolved = 0, open = 0 } = sums.get(key) ?? {}
    sums.set(key, {
      key,
      created: created + (more.created ?? 0),
      resolved: resolved + (more.resolved ?? 0),
      open: open + (more.open ?? 0),
    })
  }
  for (const { incident_id, occurred_on } of JSON.parse(textOf(sent))) {
    const one = access.get('analytics_incident', String(incident_id))
    if (one === null) continue
    const institution = one.institution_key ?? ''
    if (one.created_on !== null) add(`${one.created_on} ${institution}`, { created: 1 })
    if (one.resolved_on !== null) add(`${one.resolved_on} ${institution}`, { resolved: 1 })
    if (one.is_open === true) add(`${occurred_on} ${institution}`, { open: 1 })
  }
  return sums
}

/** The parameter that holds the incidents: of the two that are JSON lists, the second. */
const incidentsIn = (values: readonly unknown[]): unknown => values.filter((value) => textOf(value).startsWith('['))[1]

const findBrought: Statement = (access, _text, values) => [
  { brought: JSON.stringify([...broughtBy(access, incidentsIn(values)).values()]) },
]

const later = (one: unknown, other: unknown) =>
  one === null || (other !== null && textOf(other) > textOf(one)) ? other : one

const mergeIncidents: Statement = (access, _text, values) => {
  const ids = new Set(itemsOf(values.find((value) => textOf(value).startsWith('{'))))
  const messages = access.list('inbox').filter(({ message_id }) => ids.has(textOf(message_id)))
  const dataOf = ({ data }: Row): Row => Object(data)
  for (const message of inOrder(
    messages.map((one) => ({ ...one, incident: dataOf(one).incidentId })),
    'incident',
  )) {
    const data = dataOf(message)
    const id = textOf(data.incidentId)
    access.lock(`analytics incident ${id}`)
    const known = access.get('analytics_incident', id)
    const isOpen = data.status !== 'RESOLVED'
    const version = numberOf(data.version)
    const before = numberOf(known?.version ?? -1)
    const createdOn = message.kind === 'INCIDENT_CREATED' ? textOf(data.openedAt).slice(0, 10) : null
    const resolvedOn = message.kind === 'INCIDENT_RESOLVED' ? textOf(data.resolvedAt).slice(0, 10) : null
    access.put('analytics_incident', id, {
      incident_id: data.incidentId,
      institution_key: message.institution_key,
      version: Math.max(version, before),
      is_open: version > before ? isOpen : version === before ? known?.is_open === true && isOpen : known?.is_open,
      created_on: later(known?.created_on ?? null, createdOn),
      resolved_on: later(known?.resolved_on ?? null, resolvedOn),
    })
  }
  return []
}

const addDifference: Statement = (access, _text, values) => {
  const lists = values.filter((value) => textOf(value).startsWith('['))
  const now = broughtBy(access, lists[1])
  const before: Brought[] = JSON.parse(textOf(lists[2]))
  const was = new Map(before.map((one) => [one.key, one]))
  for (const key of [...new Set([...now.keys(), ...was.keys()])].sort()) {
    access.lock(`day counter ${key}`)
    const counter = access.get('day_counter', key)
    const more = (column: 'created' | 'resolved') =>
      numberOf(counter?.[column] ?? 0) + (now.get(key)?.[column] ?? 0) - (was.get(key)?.[column] ?? 0)
    access.put('day_counter', key, { key, created: more('created'), resolved: more('resolved') })
  }
  return []
}

const nothing: Statement = () => []

export const MESSAGE_STATEMENTS: readonly (readonly [begins: string, Statement])[] = [
  [`select pg_try_advisory_xact_lock(hashtext($1)) as held`, lockOutbox],
  ['select o.id::text, message_id, topic, key', readPending],
  ['delete from "incident".outbox where id = any', deletePending],
  ['with pending as materialized (select topic from "incident".outbox', lockTopics],
  ['with due as materialized ( select id from "incident".outbox', moveOutbox],
  ['with t as (select name from unnest(', lockPublished],
  ['insert into topics.message (topic, id, key, envelope, headers)', publish],
  ['set local synchronous_commit to off', nothing],
  ['with lease as ( update topics.cursor', takeLease],
  ['with missing as materialized ( select t.name from topics.topic', insertCursors],
  ['select m.seq::text, m.topic, m.key', listMessages],
  ['update topics.cursor set seq', moveCursor],
  ['select pg_advisory_xact_lock_shared(hashtextextended(', lockFold],
  ['insert into analytics.inbox (message_id', insertMessages],
  [`select coalesce(jsonb_agg(to_jsonb(b)), '[]')`, findBrought],
  [`with m as materialized ( select (data ->> 'incidentId')::bigint`, mergeIncidents],
  ['with difference as (', addDifference],
]
