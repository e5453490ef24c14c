import { findSuperseded } from '../../subgraphs/kit/messaging/superseded.rules.ts'
import { itemsOf, numberOf, sentRows, textOf } from './columns.ts'
import type { Access, Row, Statement } from './database.ts'

/** The statements of the relay, of topics as tables, and of analytics, by how each begins. */

const inOrder = (rows: readonly Row[], column: string): Row[] =>
  [...rows].sort((a, b) => numberOf(a[column]) - numberOf(b[column]))

const limitOf = (values: readonly unknown[]): number => numberOf(values.at(-1))
const outbox = (access: Access): Row[] => inOrder(access.list('outbox'), 'id')

const lockOutbox: Statement = (access, _text, [name]) => {
  const held = access.tryLock(textOf(name))
  if (held) access.unflushed()
  return [{ held, pending: outbox(access).length > 0 }]
}

/** The topics to leave out come before the limits of rows and, twice, of bytes, which no run reaches. */
const readPending: Statement = (access, _text, values) =>
  outbox(access)
    .filter(({ topic }) => values.length < 4 || !itemsOf(values[0]).includes(textOf(topic)))
    .slice(0, numberOf(values.at(-3)))
    .map((row, _at, rows) => ({
      ...row,
      found: rows.length,
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
    if (access.get('topic', name) !== null) continue
    // A trigger counts topics in one row.
    access.lock('topics made')
    access.put('topic', name, { name })
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

/** A trigger moves the heads of the topic's cursors, whose rows are locked until the end of the transaction. */
const append = (access: Access, message: Row): void => {
  for (const { group, topic } of access.list('cursor'))
    if (topic === message.topic) access.lock(`cursor ${group} ${topic}`)
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

const stateOf = (row: Row) => ({
  id: textOf(row.id),
  topic: textOf(row.topic),
  institution_key: row.institution_key === null ? null : textOf(row.institution_key),
  traceparent: row.traceparent === null ? null : textOf(row.traceparent),
  data: Object(row.data),
})

/** Topics whose newest states are enough come behind the limit, after the fields and the version that tell them. */
const statesOf = ([, , incident, severity, version, topics]: readonly unknown[]) => ({
  topics: itemsOf(topics),
  fields: [textOf(incident), textOf(severity)],
  version: textOf(version),
})

const moveOutbox: Statement = (access, text, values) => {
  const states = text.includes('newness') ? statesOf(values) : undefined
  const topics = new Set(itemsOf(values[0]))
  const due = outbox(access)
    .filter(({ topic }) => topics.has(textOf(topic)))
    .slice(0, numberOf(values[1]))
  const superseded = findSuperseded(due.map(stateOf), states)
  for (const row of due) {
    access.remove('outbox', textOf(row.id))
    if (superseded.has(textOf(row.id))) continue
    append(access, { topic: row.topic, key: row.key, id: row.message_id, envelope: envelopeOf(row) })
  }
  return [{ count: due.length, published: due.length - superseded.size, traceparents: null }]
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

const listNews: Statement = (access, _text, [groups]) => [
  {
    topics: String(access.list('topic').length),
    waiting: itemsOf(groups).filter((group) =>
      access
        .list('cursor')
        .some((cursor) => cursor.group === group && numberOf(cursor.seq) < headOf(access, cursor.topic)),
    ),
  },
]

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
    .map(({ topic, key, envelope, seq, headers }) => ({
      topic,
      key,
      envelope,
      seq: textOf(seq),
      headers: headers ?? null,
    }))

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

const dayOf = (ms: unknown): string => new Date(numberOf(ms)).toISOString().slice(0, 10)
const later = (one: unknown, other: unknown) =>
  one === null || (other !== null && textOf(other) > textOf(one)) ? other : one

/** What messages say of an incident, merged into what is known of it. */
export const merge = (known: Row | null, message: Row): Row => {
  const version = numberOf(message.version)
  const before = numberOf(known?.version ?? -1)
  const isNewer = version > before
  const { kind } = message
  return {
    incident_id: message.incident_id,
    institution_key: isNewer ? message.institution_key : known?.institution_key,
    version: Math.max(version, before),
    is_open: isNewer ? message.is_open : known?.is_open === true && (version < before || message.is_open === true),
    created_on: later(known?.created_on ?? null, kind === 'INCIDENT_CREATED' ? dayOf(message.opened_at) : null),
    resolved_on: later(
      known?.resolved_on ?? null,
      kind === 'INCIDENT_RESOLVED' ? dayOf(message.resolved_at ?? message.occurred_at) : null,
    ),
  }
}

/** What counts of an incident; a change of its version alone does not. */
export const countedOf = (row: Row | null): string =>
  row === null ? '' : [row.is_open, row.institution_key, row.created_on, row.resolved_on].join()

const COUNTS = ['created', 'resolved', 'open'] as const
/** What a day counts. How many are open has no column, but a change of it makes the day due: it writes the row. */
type DayCounts = Readonly<Record<(typeof COUNTS)[number], number>>

const foldIncidents: Statement = (access, text, values) => {
  const ofEach = new Map<number, Row[]>()
  for (const message of sentRows(text, values)) {
    const id = numberOf(message.incident_id)
    ofEach.set(id, [...(ofEach.get(id) ?? []), message])
  }
  const difference = new Map<string, DayCounts>()
  const add = (row: Row | null, occurredOn: string, sign: number) => {
    if (row === null) return
    const days = { created: row.created_on, resolved: row.resolved_on, open: row.is_open === true ? occurredOn : null }
    for (const what of COUNTS) {
      const day = days[what] ?? null
      if (day === null) continue
      const key = `${day} ${row.institution_key ?? ''}`
      const sum = difference.get(key) ?? { created: 0, resolved: 0, open: 0 }
      difference.set(key, { ...sum, [what]: sum[what] + sign })
    }
  }
  const changed: Row[] = []
  for (const [id, messages] of [...ofEach].sort(([one], [other]) => one - other)) {
    access.lock(`analytics incident ${id}`)
    const known = access.get('analytics_incident', textOf(id))
    const now = messages.reduce<Row | null>(merge, known)
    if (now !== null) access.put('analytics_incident', textOf(id), now)
    if (countedOf(known) === countedOf(now)) continue
    changed.push({ id: textOf(id), version: now?.version })
    const occurredOn = dayOf(Math.max(...messages.map((message) => numberOf(message.occurred_at))))
    add(known, occurredOn, -1)
    add(now, occurredOn, 1)
  }
  const touched = [...difference].filter(([, more]) => COUNTS.some((what) => more[what] !== 0))
  for (const [key, more] of touched.sort(([one], [other]) => (one < other ? -1 : 1))) {
    access.lock(`day counter ${key}`)
    const counter = access.get('day_counter', key)
    const sum = (what: 'created' | 'resolved') => numberOf(counter?.[what] ?? 0) + more[what]
    access.put('day_counter', key, { key, created: sum('created'), resolved: sum('resolved') })
  }
  return changed
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
  ['select m.topics::text, array( select g.name', listNews],
  ['with missing as materialized ( select t.name from topics.topic', insertCursors],
  ['select m.seq::text, m.topic, m.key', listMessages],
  ['update topics.cursor set seq', moveCursor],
  ['select pg_advisory_xact_lock_shared(hashtextextended(', lockFold],
  ['insert into analytics.inbox (message_id', insertMessages],
  ['with m as materialized ( select incident_id, atm_id', foldIncidents],
]
