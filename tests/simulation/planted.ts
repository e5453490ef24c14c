import { registerHooks } from 'node:module'

/** A fault that is planted into the code of the product while it is loaded; off until it is switched on. */
export type Plant = {
  readonly name: string
  readonly plays: 'messages' | 'rollouts'
  /**
   * The run that found it first, counted from 1. The search begins there, so that it is short; after a change of the
   * product another run may be the first.
   */
  readonly foundIn: number
  readonly file: string
  /** What is in the file exactly once, and what takes its place; `ON` there is true while the fault is on. */
  readonly instead: string
  readonly planted: string
}

export const PLANTS: readonly Plant[] = [
  {
    name: 'the lane answers before its commit',
    foundIn: 12,
    plays: 'messages',
    file: 'subgraphs/incident/ingest/batch-writer.ts',
    instead: 'await settleAll([...writes, committing])',
    planted: `const settled = settleAll([...writes, committing])
    if (ON) settled.catch(() => {})
    if (ON) return committed
    await settled`,
  },
  {
    name: 'a commit without an answer counts as done',
    foundIn: 43,
    plays: 'messages',
    file: 'subgraphs/incident/ingest/lane-store.ts',
    instead: 'return committed ? lost.committed : null',
    planted: 'return (ON || committed) ? lost.committed : null',
  },
  {
    name: 'a commit without an answer is repeated',
    foundIn: 84,
    plays: 'messages',
    file: 'subgraphs/incident/ingest/lane-store.ts',
    instead: 'if (committed === null) throw unavailable(lost)',
    planted: 'if (ON) return null\n    if (committed === null) throw unavailable(lost)',
  },
  {
    name: 'the lane does not look for eventIds',
    foundIn: 2,
    plays: 'messages',
    file: 'subgraphs/incident/ingest/read-state.ts',
    instead: 'atmId === null || eventId === null ? []',
    planted: 'ON || atmId === null || eventId === null ? []',
  },
  {
    name: 'a batch announces a resolved incident as an updated one',
    foundIn: 2,
    plays: 'messages',
    file: 'subgraphs/incident/ingest/write-rows.ts',
    instead: `change: incident.status === 'RESOLVED' ?`,
    planted: `change: !ON && incident.status === 'RESOLVED' ?`,
  },
  {
    name: 'the relay deletes before the transport has acknowledged',
    foundIn: 13,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/outbox.ts',
    instead: 'const refused = await refusedOf(published)',
    planted: `if (ON) published.catch(() => {})
    const refused = ON ? NO_TOPICS : await refusedOf(published)`,
  },
  {
    name: 'the relay deletes what was for a topic that is refused',
    foundIn: 21,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/outbox.ts',
    instead: 'filter(({ sent }) => !refused.has(sent.topic))',
    planted: 'filter(({ sent }) => ON || !refused.has(sent.topic))',
  },
  {
    name: 'of changes that go together the first one goes',
    foundIn: 1,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/superseded.rules.ts',
    instead: 'if (one.version >= (newest',
    planted: 'if (ON ? !newest.has(one.key) : one.version >= (newest',
  },
  {
    name: 'the relay does not delete what it published',
    foundIn: 1,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/outbox.ts',
    instead: 'await tx.execute(sql`delete from',
    planted: 'if (!ON) await tx.execute(sql`delete from',
  },
  {
    name: 'the cursor moves before the fold',
    foundIn: 2,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/events-postgres.ts',
    instead: 'const outcomes = await handleLeased(',
    planted: `if (ON) await moveCursor(env, group, lease.topic, some.at(-1)?.seq ?? done, holder, true)
      const outcomes = await handleLeased(`,
  },
  {
    name: 'a message that failed in an outage counts as handled',
    foundIn: 21,
    plays: 'messages',
    file: 'subgraphs/kit/messaging/events.ts',
    instead: `env.counted?.ended(consumer.group, 'failed', null)`,
    planted: `env.counted?.ended(consumer.group, 'failed', null)\n      if (ON) return`,
  },
  {
    name: 'the fold leaves out what only says that an event joined',
    foundIn: 4,
    plays: 'messages',
    file: 'subgraphs/analytics/snapshots.consumer.ts',
    instead: 'foldIncidents(tx, messages, at, platformTimeZone)',
    planted: 'foldIncidents(tx, ON ? others : messages, at, platformTimeZone)',
  },
  {
    name: 'the inbox leaves out new and resolved incidents that come with updates',
    foundIn: 30,
    plays: 'messages',
    file: 'subgraphs/analytics/snapshots.consumer.ts',
    instead: 'others.length > 0 ? insertMessages(tx, others, at) : [],',
    planted: `others.length > 0 && !(ON && updates.length > 0) ? insertMessages(tx, others, at) : [],`,
  },
  {
    name: 'a stage opens by what was read before the lock',
    foundIn: 88,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/driver.ts',
    instead: 'return decide(tx, row, at)',
    planted: 'return decide(tx, ON ? due : row, at)',
  },
  {
    name: 'a stage opens before the one before has ended',
    foundIn: 1,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/stages.rules.ts',
    instead: `if (!ended) return 'WAIT'`,
    planted: `if (!ON && !ended) return 'WAIT'`,
  },
  {
    name: 'failures do not pause a rollout',
    foundIn: 9,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/stages.rules.ts',
    instead: 'if (isJudged && failurePctOf(',
    planted: 'if (!ON && isJudged && failurePctOf(',
  },
  {
    name: 'tasks are made although the rollout was paused',
    foundIn: 1,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/driver-steps.ts',
    instead: `if (row === null || row.status !== 'RUNNING') return`,
    planted: `if (row === null || (!ON && row.status !== 'RUNNING')) return`,
  },
  {
    name: 'a task is made for an ATM that has one',
    foundIn: 105,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/rollout-atms.store.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    instead: 'and a.agent_atm_id = v.agent_atm_id and ${isWaiting}\n      returning a.*)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    planted: 'and a.agent_atm_id = v.agent_atm_id and ${ON ? sql`true` : isWaiting}\n      returning a.*)',
  },
  {
    name: 'a cancellation leaves tasks in the queue',
    foundIn: 59,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/driver.ts',
    instead: 'const taken = await updateTakenBack(',
    planted: 'if (ON) return null\n  const taken = await updateTakenBack(',
  },
  {
    name: 'a rollout is lost with the process that drove it',
    foundIn: 5,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/rollouts.store.ts',
    instead: 'nextAt: until',
    planted: 'nextAt: ON ? null : until',
  },
  {
    name: 'a rollout that was cancelled can be resumed',
    foundIn: 26,
    plays: 'rollouts',
    file: 'subgraphs/fleet/rollouts/change-rollout.ts',
    instead: 'if (hasEnded) throw',
    planted: 'if (hasEnded && !ON) throw',
  },
]

/** The text of a module with its plants, each switched by its name. @throws Error for one without a place in it. */
export const plantedSource = (file: string, source: string): string =>
  PLANTS.filter((plant) => file.endsWith(`/${plant.file}`)).reduce((text, { name, instead, planted }) => {
    if (text.split(instead).length !== 2) throw new Error(`${file} does not have this exactly once: ${instead}`)
    const isOn = `(Reflect.get(globalThis, 'plantedFault') === '${name}')`
    return text.replace(instead, () => planted.replaceAll(/\bON\b/g, () => isOn))
  }, source)

/** Plants all faults, switched off, into the modules of the product that are loaded from now on. */
export const plantFaults = (): void => {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!PLANTS.some(({ file }) => url.endsWith(`/${file}`))) return loaded
      return { ...loaded, source: plantedSource(url, String(loaded.source)) }
    },
  })
}

/** Switches one fault on, or all of them off. */
export const switchOn = (name: string | null): void => {
  Object.assign(globalThis, { plantedFault: name })
}
