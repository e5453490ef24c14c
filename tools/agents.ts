import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserFacingError } from '../db/errors.ts'
import { choicesOf } from '../demo/random.ts'
import type { Spool } from '../demo/spool.ts'
import { signToken } from '../subgraphs/kit/auth/sign-token.ts'
import { DAY_MS } from '../subgraphs/kit/common/dates.ts'
import { withDeadline } from '../subgraphs/kit/common/deadline.ts'
import { type Config, readConfig } from '../subgraphs/kit/config/config.ts'
import { type Console, createConsole } from '../subgraphs/kit/observability/console.ts'
import { openKeys } from '../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { type Agent, createAgent, type KeptEvent } from './agents/agent.ts'
import { byAtm, openKept } from './agents/agent-spool.ts'
import { type Client, createClient } from './agents/client.ts'
import { readArguments, readWanted, USAGE, type Wanted } from './agents/options.ts'
import { createRun, journalOfAgent, type Run } from './agents/run.ts'
import { createTally, type Tally } from './agents/tally.ts'

const STEP_MS = 20
const LINE_MS = 1_000
/** So many wait for work all the time; the others ask for it with each sign of life, which costs no connection. */
const LISTENERS = 100
/** How long the end waits for what is still on its way. */
const DRAIN_MS = 3_000
const TOKEN_MS = 7 * DAY_MS

type Signing = Pick<Config, 'production' | 'token'> & { readonly secret: string | null }

const tokenOf = async (
  who: { readonly role: 'AGENT' | 'MSP_ADMIN'; readonly agentAtmId: string | null; readonly institution: string },
  { production, token, secret }: Signing,
) => {
  if (production) throw new UserFacingError('In production tokens come from the identity provider only.')
  if (secret === null)
    throw new UserFacingError(
      'Tokens are signed by the holder of the private key here: unset JWKS_URL and JWT_PUBLIC_KEY.',
    )
  const { issuer, audience } = token
  return signToken(
    {
      role: who.role,
      userId: who.agentAtmId ?? 'agents',
      email: null,
      institutions: [who.institution],
      agentAtmId: who.agentAtmId,
    },
    { secret, issuer, audience, now: new Date(), ttlMs: TOKEN_MS },
  )
}

/** Asks for a first heartbeat, so that what is wrong is said at once and in one sentence. */
const checkAgentProxy = async (
  client: Client,
  url: string,
  agentAtmId: string,
  token: string,
  registerAll: () => Promise<void>,
): Promise<void> => {
  if (!(await client.isThere()))
    throw new UserFacingError(
      `No platform answers at ${url}: start it with "npm start", or name another one with --url.`,
    )
  const beat = () => client.post('/api/heartbeats', token, { json: { agentAtmId } })
  const first = await beat()
  if (first.status === 403) await registerAll()
  const { status, body } = first.status === 403 ? await beat() : first
  if (status === 401)
    throw new UserFacingError(
      `The platform at ${url} does not take tokens signed with the secret of this data folder: ` +
        'give DATA_DIR or JWT_SECRET as it has them.',
    )
  if (status === 403) throw new UserFacingError(`The platform refuses ${agentAtmId}: ${String(Object(body).detail)}`)
}

type Atm = { readonly agentAtmId: string; readonly institution: string }

/** Registers the ATMs that are not, for a platform whose ATMs have to be registered before they report. */
const register = async (client: Client, atms: readonly Atm[], signing: Signing): Promise<void> => {
  const tokens = new Map<string, string>()
  for (const { agentAtmId, institution } of atms) {
    const token =
      tokens.get(institution) ?? (await tokenOf({ role: 'MSP_ADMIN', agentAtmId: null, institution }, signing))
    tokens.set(institution, token)
    const { status, body } = await client.register(token, { agentAtmId, institutionKey: institution })
    // 409: registered before. Whose it is shows at its first heartbeat.
    if (status !== 201 && status !== 409)
      throw new UserFacingError(`The platform does not register ${agentAtmId}: ${String(Object(body).detail)}`)
  }
}

/** The ATMs of a run: those that are wanted, and any other that an earlier run left events of. */
const atmsOf = (wanted: Wanted, kept: ReturnType<typeof byAtm>): readonly Atm[] => {
  const atms = Array.from({ length: wanted.atms }, (_, n): Atm => {
    const institution = wanted.institutions[n % wanted.institutions.length] ?? 'DEMO'
    return { agentAtmId: `${institution}-SIM-${String(n + 1).padStart(4, '0')}`, institution }
  })
  const known = new Set(atms.map(({ agentAtmId }) => agentAtmId))
  const left = [...kept].filter(([agentAtmId]) => !known.has(agentAtmId))
  return [...atms, ...left.map(([agentAtmId, [first]]) => ({ agentAtmId, institution: first?.item.institution ?? '' }))]
}

const openAgents = async (
  wanted: Wanted,
  signing: Signing,
  env: {
    readonly client: Client
    readonly tally: Tally
    readonly ended: AbortController
    readonly spool: Spool<KeptEvent>
  },
): Promise<readonly Agent[]> => {
  const { client, tally, ended, spool } = env
  const agents: Agent[] = []
  const kept = byAtm(spool.waiting())
  const atms = atmsOf(wanted, kept)
  for (const [n, { agentAtmId, institution }] of atms.entries()) {
    const token = await tokenOf({ role: 'AGENT', agentAtmId, institution }, signing)
    if (n === 0) await checkAgentProxy(client, wanted.url, agentAtmId, token, () => register(client, atms, signing))
    const pause = (forMs: number) => sleep(forMs, undefined, { signal: ended.signal })
    const isStopped = () => ended.signal.aborted
    const journalOf = (date: string) => journalOfAgent(agentAtmId, n, date)
    const nowMs = () => performance.now()
    const ways = { client, tally, spool, nowMs, random: Math.random, pause, isStopped, journalOf }
    const agent = createAgent({ agentAtmId, institution, token }, ways)
    agent.takeUp(kept.get(agentAtmId) ?? [])
    agents.push(agent)
  }
  return agents
}

/** Lets what is on its way come through, for a moment. */
const drain = async (agents: readonly Agent[], run: Run, ended: AbortController, forMs: number): Promise<void> => {
  const left = Promise.all([...agents.map((agent) => agent.idle()), ...run.background])
  await withDeadline(left, forMs, () => undefined)
  ended.abort()
}

const openClient = (life: Lifecycle, url: string): Promise<Client> =>
  life.open({
    name: 'the connections',
    atLeastMs: 100,
    open: async () => createClient(url),
    close: (opened) => opened.close(),
  })

const openEvents = (life: Lifecycle, console: Console, dataDir: string): Promise<Spool<KeptEvent>> =>
  life.open({
    name: 'the events on disk',
    atLeastMs: 100,
    open: async () =>
      openKept(join(dataDir, 'agents'), (count) =>
        console.say(`No room to keep more events: the ${count} oldest are lost.`),
      ),
    close: async (opened) => opened.close(),
  })

type Going = {
  readonly run: Run
  readonly agents: readonly Agent[]
  readonly tally: Tally
  readonly spool: Spool<KeptEvent>
  /** How long it goes on; null until it is stopped. */
  readonly forMs: number | null
  readonly ended: AbortController
}

/** Lets a run go on, and prints its progress. Resolves when its time is over; `life` ends it. */
const letGo = async (life: Lifecycle, console: Console, going: Going): Promise<void> => {
  const { run, agents, tally, spool, forMs, ended } = going
  const startedMs = performance.now()
  const elapsedMs = () => performance.now() - startedMs
  const finished = Promise.withResolvers<void>()
  await life.open({
    name: 'the agents',
    atLeastMs: DRAIN_MS,
    async open() {
      const step = setInterval(() => {
        run.step()
        if (forMs !== null && elapsedMs() >= forMs) finished.resolve()
      }, STEP_MS)
      // It ends with the run.
      for (const agent of agents.slice(0, LISTENERS)) void agent.listen()
      const line = setInterval(() => {
        // A second of events is what a machine that loses power takes with it.
        spool.sync()
        console.progress(tally.line(elapsedMs()))
      }, LINE_MS)
      return [step, line]
    },
    async close(timers, leftMs) {
      for (const timer of timers) clearInterval(timer)
      const tookMs = elapsedMs()
      await drain(agents, run, ended, Math.min(DRAIN_MS, leftMs * 0.8))
      console.say('')
      for (const text of tally.summary(tookMs)) console.say(text)
    },
  })
  await finished.promise
}

const work = async (life: Lifecycle, console: Console): Promise<void> => {
  const values = readArguments(process.argv.slice(2))
  if (values.help) return console.say(USAGE)
  const config = readConfig(process.env)
  const wanted = readWanted(values, config)
  const client = await openClient(life, wanted.url)
  const tally = createTally()
  const ended = new AbortController()
  const signing = { ...config, secret: config.production ? null : openKeys(config).tokenSecret }
  const spool = await openEvents(life, console, config.dataDir)
  if (spool.count() > 0) console.say(`${spool.count()} events of an earlier run are still to be sent.`)
  const agents = await openAgents(wanted, signing, { client, tally, ended, spool })
  console.say(`${wanted.atms} agents of ${wanted.institutions.join(', ')} report to ${wanted.url}; Ctrl-C ends it.`)
  const runId = randomUUID()
  const run = createRun({
    agents,
    rate: wanted.rate,
    timeZone: config.platformTimeZone,
    choices: choicesOf(runId),
    runId,
    now: () => new Date(),
    nowMs: () => performance.now(),
  })
  await letGo(life, console, { run, agents, tally, spool, forMs: wanted.forMs, ended })
}

await runProgram(async (life) => {
  await work(life, createConsole(process.stdout))
  await life.stop(2 * DRAIN_MS)
  process.exit(0)
})
