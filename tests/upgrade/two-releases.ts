import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '../faults/cluster.ts'
import { startDatabaseServer } from '../faults/database-server.ts'
import { askAt, close, createPorts, createTopics, PLATFORM_NAME, readRows, startInTurn } from '../faults/environment.ts'
import { startIdentityProvider } from '../faults/identity.ts'
import { type Member, ROOT } from '../faults/members.ts'
import { startReceiver } from '../faults/receiver.ts'
import type { Target } from '../faults/traffic.ts'
import { openBroker } from '../kafka/broker.ts'
import { askAdmin, countMessages, listReaders } from '../topology/kafka-admin.ts'
import { createProcesses, type Process } from '../topology/processes.ts'
import { openHttpBalancer } from './http-balancer.ts'
import { checkOutPrevious } from './previous-release.ts'

const STARTED_TOGETHER = 2
/** A process of the old release that is started late is the edition `late`. */
const EDITIONS = ['old', 'new', 'late'] as const
type Edition = (typeof EDITIONS)[number]
/** What of a release is replaced together. */
type Part = 'services' | 'gateway'

/** The release before this one, which runs, and this one beside it, behind the same balancers. */
export type TwoReleases = Target &
  Pick<Cluster, 'rows' | 'members'> &
  Pick<Cluster, 'database'> & {
    /** One process of each kind of a release, or of a part of it. */
    processesOf(edition: Edition, part?: Part): readonly Process[]
    /** Starts these processes and waits until they are ready. */
    start(edition: Edition, part?: Part): Promise<void>
    /** Runs the migrations of this release, as a job of its own does. Resolves to what it prints. */
    migrate(): Promise<string>
    /** Creates the topics that this release has besides. */
    createTopics(): Promise<void>
    /** How many messages the topics have had. */
    countMessages(): Promise<number>
    /** How many partitions each member of a consumer group reads. */
    listReaders(groupId: string): Promise<readonly number[]>
    close(): Promise<void>
  }

/** Runs a tool of this release, while what this process serves goes on. Resolves to what it prints. */
const runTool = async (program: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const { PATH = '' } = process.env
  const options = { cwd: ROOT, env: { PATH, ...settings } }
  return (await promisify(execFile)(process.execPath, [program], options)).stdout
}

/** Starts PostgreSQL, Kafka and the release before this one, which takes a minute. */
export const startOldRelease = async (): Promise<TwoReleases> => {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-upgrade-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const findPort = createPorts()
  const database = opened.adopt(await startDatabaseServer(folder, await findPort()), close)
  const broker = opened.adopt(await openBroker(await findPort()), close)
  const identity = opened.adopt(await startIdentityProvider(folder), close)
  const receiver = opened.adopt(await startReceiver(), close)
  const oldRoot = join(folder, 'old-release')
  checkOutPrevious(oldRoot)
  const kafka = { KAFKA_BROKERS: broker.address }
  createTopics(kafka, oldRoot)
  const env = { MIGRATE_AT_START: 'false' }
  const editions = EDITIONS.map((name) => (name === 'new' ? { name, env } : { name, root: oldRoot }))
  const databaseUrls = database.urls
  const processes = opened.adopt(
    await createProcesses({
      folder,
      editions,
      identity,
      databaseUrls,
      kafkaOf: () => kafka,
      findPort,
      balance: openHttpBalancer,
    }),
    close,
  )
  const processesOf = (edition: Edition, part?: Part) =>
    processes.all.filter(
      (one) => one.edition === edition && (part === undefined || (one.group === 'gateway') === (part === 'gateway')),
    )
  const members = (['old', 'new'] as const).flatMap((edition) => processesOf(edition).map(({ member }) => member))
  opened.defer(async () => void (await Promise.all(processes.all.map(({ member }) => member.stop()))))
  const start = (edition: Edition, part?: Part) =>
    startInTurn(
      processesOf(edition, part).map(({ member }): Member => member),
      STARTED_TOGETHER,
    )
  await start('old')
  const kept = opened.move()
  return {
    identity,
    receiver,
    database,
    members,
    publicUrls: [processes.url],
    processesOf,
    start,
    migrate: () =>
      runTool('tools/migrate.ts', {
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrls.app,
        PLATFORM_DATABASE_URL: databaseUrls.platform,
        MIGRATION_DATABASE_URL: databaseUrls.owner,
      }),
    createTopics: async () => void (await runTool('tools/topics.ts', { PLATFORM_NAME, ...kafka })),
    countMessages: () => askAdmin([broker.address], (admin) => countMessages(admin, null)),
    listReaders: (groupId) => askAdmin([broker.address], (admin) => listReaders(admin, groupId)),
    ask: (method, path, ask = {}) => askAt(processes.url, method, path, ask),
    rows: (statement) => readRows(database.urls, statement),
    close: () => kept.disposeAsync(),
  }
}
