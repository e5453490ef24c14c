import { itemsOf, numberOf, sentRows, textOf } from './columns.ts'
import type { Access, Row, Statement } from './database.ts'

/** The statements of rollouts and their tasks, by how each begins. Totals of tasks are counted when they are read. */

const INSTANTS = new Set([
  'requested_at',
  'changed_at',
  'resumed_at',
  'prepared_at',
  'finished_at',
  'next_at',
  'expires_at',
  'sent_at',
])
const NUMBERS = new Set([
  'accepted_finished',
  'accepted_failed',
  'after_atm_id',
  'atms',
  'skipped',
  'pause_at_failure_pct',
])

const decode = (column: string, value: unknown): unknown => {
  if (value === null) return null
  if (INSTANTS.has(column)) return Date.parse(textOf(value))
  if (column === 'stage_opened_at') return itemsOf(value).map(Date.parse)
  if (column === 'stages' || column === 'stage_atms') return itemsOf(value).map(Number)
  if (column === 'institutions') return itemsOf(value)
  return NUMBERS.has(column) ? numberOf(value) : value
}

/** What Drizzle sets: `"column" = $n`; histories are not kept. */
const assigned = (text: string, values: readonly unknown[]): Row => {
  const set = text.slice(0, text.indexOf(' where '))
  const pairs = [...set.matchAll(/"(\w+)" = \$(\d+)/g)]
  return Object.fromEntries(pairs.map(([, column = '', n]) => [column, decode(column, values[Number(n) - 1])]))
}

const instantText = (ms: unknown): string => new Date(numberOf(ms)).toISOString().replace('T', ' ').replace('Z', '+00')

/** A row as the driver gives it: instants as texts. */
const shown = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (INSTANTS.has(column) && value !== null) return [column, instantText(value)]
      return [column, column === 'stage_opened_at' && Array.isArray(value) ? value.map(instantText) : value]
    }),
  )

const lockRollout = (access: Access, id: string): Row | null => {
  access.lock(`rollout ${id}`)
  return access.get('rollout', id)
}

const updateRollout: Statement = (access, text, values) => {
  const isDue = text.includes('(select r.id from fleet.rollout r')
  const at = Date.parse(textOf(values[1]))
  const due = access
    .list('rollout')
    .filter(({ next_at }) => next_at !== null && numberOf(next_at) <= at)
    .sort((a, b) => numberOf(a.next_at) - numberOf(b.next_at))
  const row = isDue ? due.find(({ id }) => access.tryLock(`rollout ${id}`)) : lockRollout(access, textOf(values.at(-1)))
  if (row === undefined || row === null) return []
  const changed = { ...row, ...assigned(text, values) }
  access.put('rollout', textOf(row.id), changed)
  return [shown(changed)]
}

const findRollout: Statement = (access, text, [id]) => {
  const found = lockRollout(access, textOf(id))
  if (found === null) return []
  const row = shown(found)
  const names = [...text.matchAll(/"(\w+)" as "(\w+)"/g)]
  return [Object.fromEntries(names.map(([, column = '', key = '']) => [key, row[column] ?? null]))]
}

const tasksOf = (access: Access, rolloutId: unknown): Row[] =>
  access.list('task').filter((task) => numberOf(task.rollout_id) === numberOf(rolloutId) && task.rollout_stage !== null)
const atmsOf = (access: Access, rolloutId: unknown): Row[] =>
  access.list('rollout_atm').filter((atm) => numberOf(atm.rollout_id) === numberOf(rolloutId))
const putAtm = (access: Access, row: Row): void =>
  access.put('rollout_atm', `${row.rollout_id} ${row.agent_atm_id}`, row)

const listStages: Statement = (access, _text, [ids, at]) =>
  itemsOf(ids).flatMap((id) => {
    const row = access.get('rollout', id)
    const outcomeMs = numberOf(row?.outcome_within_s ?? 0) * 1_000
    const latest = Date.parse(textOf(at)) - outcomeMs
    const counts = new Map<string, { rollout_id: string; stage: number; what: string; n: number }>()
    const add = (stage: unknown, what: string) => {
      const key = `${stage} ${what}`
      const n = (counts.get(key)?.n ?? 0) + 1
      counts.set(key, { rollout_id: id, stage: numberOf(stage), what, n })
    }
    for (const { rollout_stage, status, sent_at } of tasksOf(access, id)) {
      add(rollout_stage, textOf(status))
      const isSent = status === 'SENT' || status === 'ACKED'
      if (!isSent || numberOf(sent_at) > latest) continue
      const resumedAt = row?.resumed_at ?? null
      const isAccepted = resumedAt !== null && numberOf(sent_at) <= numberOf(resumedAt) - outcomeMs
      add(rollout_stage, isAccepted ? 'acceptedOverdue' : 'overdue')
    }
    for (const { stage, skipped } of atmsOf(access, id)) if (skipped !== null && stage !== null) add(stage, 'skipped')
    return [...counts.values()]
  })

const takeBack: Statement = (access, _text, values) => {
  const [at, , forGood, rolloutId, limit] = values
  const isForGood = textOf(forGood) === 'true'
  const back = tasksOf(access, rolloutId)
    .filter(({ id, status }) => status === 'QUEUED' && access.tryLock(`task ${id}`))
    .slice(0, numberOf(limit))
  for (const task of back) {
    const rollout_stage = isForGood ? task.rollout_stage : null
    access.put('task', textOf(task.id), {
      ...task,
      status: 'CANCELLED',
      finished_at: Date.parse(textOf(at)),
      rollout_stage,
    })
    const atm = access.get('rollout_atm', `${rolloutId} ${task.agent_atm_id}`)
    if (!isForGood && atm !== null) putAtm(access, { ...atm, task_id: null, due_at: Date.parse(textOf(at)) })
  }
  return back.map(({ agent_atm_id }) => ({ agent_atm_id }))
}

const hasQueued: Statement = (access, _text, [id]) =>
  tasksOf(access, id)
    .filter(({ status }) => status === 'QUEUED')
    .slice(0, 1)

const byAgent = (a: Row, b: Row) => (textOf(a.agent_atm_id) < textOf(b.agent_atm_id) ? -1 : 1)

const listUnknown: Statement = (access, _text, [id, limit]) =>
  atmsOf(access, id)
    .filter(({ atm_id, skipped }) => atm_id === null && skipped === null)
    .sort(byAgent)
    .slice(0, numberOf(limit))

/** Changes rows of ATMs by what was sent for each, where a condition holds for the row as it is under its lock. */
const updateAtms = (
  access: Access,
  rolloutId: unknown,
  sent: readonly Row[],
  change: (atm: Row, sent: Row) => Row | null,
): Row[] =>
  sent.flatMap((row) => {
    const key = `${rolloutId} ${row.agent_atm_id}`
    access.lock(`rollout_atm ${key}`)
    const atm = access.get('rollout_atm', key)
    const changed = atm === null ? null : change(atm, row)
    if (changed === null) return []
    putAtm(access, changed)
    return [changed]
  })

const updateLookedUp: Statement = (access, text, values) =>
  updateAtms(access, values[4], sentRows(text, values), (atm, sent) =>
    atm.atm_id === null && atm.skipped === null ? { ...atm, ...sent } : null,
  )

const countAtms: Statement = (access, _text, [id]) => {
  const atms = atmsOf(access, id)
  const skipped = atms.filter((atm) => atm.skipped !== null).length
  const keys = new Set(
    atms.filter(({ atm_id }) => atm_id !== null).map(({ institution_key }) => textOf(institution_key)),
  )
  return [{ atms: atms.length - skipped, skipped, institutions: [...keys] }]
}

/** In an order that is no one else's: that of the ids read backwards. */
const updateStages: Statement = (access, _text, [bounds, id]) => {
  const limits = itemsOf(bounds).map(Number)
  const backwards = ({ agent_atm_id }: Row) => [...textOf(agent_atm_id)].reverse().join('')
  const atms = atmsOf(access, id).filter(({ skipped }) => skipped === null)
  atms.sort((a, b) => (backwards(a) < backwards(b) ? -1 : 1))
  for (const [place, atm] of atms.entries())
    putAtm(access, { ...atm, stage: 1 + limits.filter((limit) => limit <= place).length })
  return []
}

const isWaiting = ({ task_id, skipped }: Row): boolean => task_id === null && skipped === null

const listWaiting: Statement = (access, _text, [id, upTo, at, , limit]) =>
  atmsOf(access, id)
    .filter((atm) => isWaiting(atm) && atm.stage !== null && numberOf(atm.stage) <= numberOf(upTo))
    .filter(({ due_at }) => numberOf(due_at) <= Date.parse(textOf(at)))
    .sort((a, b) => numberOf(a.stage) - numberOf(b.stage) || numberOf(a.due_at) - numberOf(b.due_at))
    .slice(0, numberOf(limit))

const lockTaskMakers: Statement = (access, _text, [agents]) => {
  for (const agent of [...new Set(itemsOf(agents))].sort()) access.lock(`fleet.task:${agent}`)
  return []
}

const listBurdened: Statement = (access, _text, [agents, at, waiting, , after, recent]) =>
  itemsOf(agents)
    .filter((agent) => {
      const own = access.list('task').filter(({ agent_atm_id }) => agent_atm_id === agent)
      const wait = own.filter(
        ({ status, expires_at }) => status === 'QUEUED' && numberOf(expires_at) > Date.parse(textOf(at)),
      )
      const lately = own.filter(({ requested_at }) => numberOf(requested_at) > Date.parse(textOf(after)))
      return wait.length >= numberOf(waiting) || lately.length >= numberOf(recent)
    })
    .map((agent_atm_id) => ({ agent_atm_id }))

const insertTasks: Statement = (access, text, values) => {
  const [id, at, expiresAt] = values.slice(4)
  const rollout = access.get('rollout', textOf(id))
  // The condition is a part of the statement's text; without it, the update would not have it either.
  const isConditional = text.includes('num_nonnulls(a.task_id::text, a.skipped) = 0')
  const sent = sentRows(text, values)
  const made = updateAtms(access, id, sent, (atm, row) =>
    isWaiting(atm) || !isConditional ? { ...atm, ...row } : null,
  )
  for (const { task_id, atm_id, agent_atm_id, institution_key, stage } of made)
    access.put('task', textOf(task_id), {
      ...{ id: task_id, atm_id, agent_atm_id, institution_key, kind: rollout?.kind, params: null, reason: null },
      ...{ status: 'QUEUED', requested_by: rollout?.requested_by, requested_at: Date.parse(textOf(at)) },
      ...{ expires_at: Date.parse(textOf(expiresAt)), sent_at: null, finished_at: null, result: null, error: null },
      ...{ history: [], rollout_id: numberOf(id), rollout_stage: stage, atm_reactivated_at: null },
    })
  return []
}

const updateSkipped: Statement = (access, text, values) =>
  updateAtms(access, values[4], sentRows(text, values), (atm, { skipped }) =>
    isWaiting(atm) ? { ...atm, skipped } : null,
  )

const updateDeferred: Statement = (access, _text, [until, id, agents]) =>
  updateAtms(
    access,
    id,
    itemsOf(agents).map((agent_atm_id) => ({ agent_atm_id })),
    (atm) => ({
      ...atm,
      due_at: Date.parse(textOf(until)),
    }),
  )

const updateTask: Statement = (access, text, values) => {
  const set = assigned(text, values)
  const change = (task: Row): Row => {
    const changed = { ...task, ...set }
    access.put('task', textOf(task.id), changed)
    return shown(changed)
  }
  const free = (task: Row) => task.status === 'QUEUED' && access.tryLock(`task ${task.id}`)
  const instants = values
    .filter((value) => /^\d{4}-\d\d-\d\dT/.test(textOf(value)))
    .map((value) => Date.parse(textOf(value)))
  const at = instants.at(-1) ?? 0
  if (text.includes('t.agent_atm_id = ')) {
    const own = access
      .list('task')
      .filter(({ agent_atm_id, expires_at }) => values.includes(agent_atm_id) && numberOf(expires_at) > at)
    return own.filter(free).map(change)
  }
  if (text.includes('t.expires_at <= '))
    return access
      .list('task')
      .filter(({ expires_at }) => numberOf(expires_at) <= at)
      .filter(free)
      .map(change)
  const id = textOf(values.at(-1))
  access.lock(`task ${id}`)
  const task = access.get('task', id)
  return task === null ? [] : [change(task)]
}

const findTask: Statement = (access, _text, [id]) => {
  access.lock(`task ${id}`)
  const task = access.get('task', textOf(id))
  return task === null ? [] : [shown(task)]
}

export const FLEET_STATEMENTS: readonly (readonly [begins: string, Statement])[] = [
  ['update "fleet"."rollout" set', updateRollout],
  ['select "id" as "id", "kind" as "kind"', findRollout],
  ['select rollout_id::text, stage::int, status as what', listStages],
  [`with back as ( update fleet.task set status = 'CANCELLED'`, takeBack],
  ['select from fleet.task t where t.rollout_id =', hasQueued],
  ['select agent_atm_id from fleet.rollout_atm where rollout_id = $1::bigint and atm_id is null', listUnknown],
  ['update fleet.rollout_atm a set atm_id = v.atm_id', updateLookedUp],
  ['select count(*) filter (where skipped is null)::int as atms', countAtms],
  ['update fleet.rollout_atm a set stage = 1 + width_bucket', updateStages],
  ['select agent_atm_id from fleet.rollout_atm where rollout_id = $1::bigint and stage <=', listWaiting],
  [`select pg_advisory_xact_lock(k.key) from ( select hashtextextended('fleet.task:'`, lockTaskMakers],
  ['select agent_atm_id from unnest(', listBurdened],
  // No ATM of the simulation is retired.
  ['select r.agent_atm_id from ', () => []],
  ['with made as ( update fleet.rollout_atm a set', insertTasks],
  ['update fleet.rollout_atm a set skipped = v.skipped', updateSkipped],
  ['update fleet.rollout_atm set due_at', updateDeferred],
  ['update "fleet"."task" set', updateTask],
  ['select "id", "institution_key", "atm_id"', findTask],
]
