import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Kafka, logLevel } from 'kafkajs'
import { UserFacingError } from '../../db/errors.ts'
import { findFreePort } from '../../db/server.ts'
import { quietenIdleConnections } from '../../subgraphs/kit/messaging/kafka/kafka-idle.ts'
import { findKafka } from './jars.ts'

/** A broker of this machine. Its data stays in its folder over every stop and start. */
export type Broker = {
  /** What KAFKA_BROKERS has to say. */
  readonly address: string
  /** The same for the listener with TLS and SCRAM-SHA-512; null for a broker without it. */
  readonly securedAddress: string | null
  /** Starts it again after `stop` or `kill`, at the same address. */
  start(): Promise<void>
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** Lets it close its files and ends it. */
  stop(): Promise<void>
}

export type BrokerOptions = {
  readonly folder: string
  /** The port to listen on, if it is free; else the system picks one. */
  readonly port?: number
  /**
   * A second listener with TLS and SCRAM-SHA-512, on which only what an ACL allows is allowed. The first one remains
   * that of an administrator.
   */
  readonly secured?: {
    /** A private key and its certificate, in PEM. */
    readonly keyStoreFile: string
    readonly users: Readonly<Record<string, string>>
  }
  /** Which node of a cluster it is, from 1; a cluster of one when left out. All nodes start together. */
  readonly cluster?: { readonly nodeId: number; readonly controllerPorts: readonly number[] }
  readonly say?: (line: string) => void
  /** Called at an end that was not asked for. */
  readonly onDeath?: (lastWords: string) => void
}

/** Any will do: the clusters of this machine do not know of each other. */
const CLUSTER_ID = 'FleetOpsLocalKafka0001'
const POLL_MS = 50
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const JAVA_OPTIONS = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dlog4j2.statusLoggerLevel=OFF',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
]

const securedSettings = (port: number, keyStoreFile: string): Record<string, string> => ({
  'inter.broker.listener.name': 'PLAINTEXT',
  'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL',
  'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
  'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config':
    'org.apache.kafka.common.security.scram.ScramLoginModule required;',
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.location': keyStoreFile,
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'super.users': 'User:ANONYMOUS',
  'connection.failed.authentication.delay.ms': '50',
  secured: `,SASL_SSL://127.0.0.1:${port}`,
})

type Ports = { readonly own: number; readonly secured: number }
type Node = { readonly nodeId: number; readonly controllerPorts: readonly number[] }

/** As in production: what is acknowledged is on two of three nodes. */
const replicationOf = (nodes: number): Record<string, number> => {
  const factor = Math.min(3, nodes)
  const least = Math.min(2, nodes)
  return {
    'default.replication.factor': factor,
    'min.insync.replicas': least,
    'offsets.topic.replication.factor': factor,
    'transaction.state.log.replication.factor': factor,
    'transaction.state.log.min.isr': least,
    'share.coordinator.state.topic.replication.factor': factor,
    'share.coordinator.state.topic.min.isr': least,
  }
}

/**
 * How long the controller waits for a broker that is silent. With the defaults a start after a crash takes 12 to 15 s:
 * it waits for the session of the broker that was. A cluster that shares its machine takes longer to answer.
 */
const sessionOf = (nodes: number): Record<string, number> => ({
  'broker.session.timeout.ms': nodes === 1 ? 2_000 : 6_000,
  'broker.heartbeat.interval.ms': nodes === 1 ? 500 : 1_000,
})

const propertiesOf = (dataFolder: string, ports: Ports, node: Node, secured: BrokerOptions['secured']): string => {
  const { own: port } = ports
  const { nodeId, controllerPorts } = node
  const controllerPort = controllerPorts[nodeId - 1]
  const { secured: listener = '', ...more }: Record<string, string> =
    secured === undefined ? {} : securedSettings(ports.secured, secured.keyStoreFile)
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': nodeId,
    'controller.quorum.voters': controllerPorts.map((at, n) => `${n + 1}@127.0.0.1:${at}`).join(),
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${listener}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}${listener}`,
    ...more,
    'log.dirs': dataFolder,
    ...replicationOf(controllerPorts.length),
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    // As in production: a topic is made on purpose or not at all.
    'auto.create.topics.enable': 'false',
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    ...sessionOf(controllerPorts.length),
    // A broker that has come back leads its partitions again, after some seconds instead of minutes.
    'leader.imbalance.check.interval.seconds': 5,
    'leader.imbalance.per.broker.percentage': 0,
    // Halves the memory.
    'log.cleaner.dedupe.buffer.size': 4_194_304,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const answer = (open: boolean) => () => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })

/** A group that asks while its coordinator is still loading may crash once; who waited for this need not. */
const awaitCoordinator = async (address: string): Promise<void> => {
  quietenIdleConnections()
  const retry = { initialRetryTime: 50, maxRetryTime: 200, retries: 50 }
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING, retry }).admin()
  const deadlineMs = performance.now() + START_TIMEOUT_MS
  try {
    await admin.connect()
    for (;;) {
      try {
        await admin.fetchOffsets({ groupId: '_warmup' })
        return
      } catch (error) {
        if (performance.now() > deadlineMs) throw error
        await delay(POLL_MS)
      }
    }
  } finally {
    await admin.disconnect()
  }
}

type Programs = { readonly java: string; readonly classpath: string; readonly deathSignal: boolean }

const findPrograms = async (say: (line: string) => void): Promise<Programs> => {
  const deathSignal = await promisify(execFile)('setpriv', ['--version']).then(
    () => true,
    () => false,
  )
  return { ...(await findKafka(say)), deathSignal }
}

/**
 * The same group as ours would get the terminal's Ctrl-C before those who still need it; the system ends it when we
 * die.
 */
const spawnBroker = ({ java, classpath, deathSignal }: Programs, folder: string): ChildProcess => {
  const log = openSync(join(folder, 'broker.log'), 'a')
  const args = [...JAVA_OPTIONS, '-cp', classpath, 'kafka.Kafka', join(folder, 'server.properties')]
  const [program, ...rest] = deathSignal ? ['setpriv', '--pdeathsig', 'KILL', java, ...args] : [java, ...args]
  const child = spawn(program ?? java, rest, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

const lastWords = (folder: string): string => {
  const lines = readFileSync(join(folder, 'broker.log'), 'utf8').trim().split('\n')
  return lines.findLast((line) => /ERROR|Exception/.test(line)) ?? lines.at(-1) ?? 'it ended without a word'
}

const awaitReady = async (child: ChildProcess, folder: string, port: number): Promise<void> => {
  const deadlineMs = performance.now() + START_TIMEOUT_MS
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new UserFacingError(`Kafka did not start: ${lastWords(folder)} (its log: ${join(folder, 'broker.log')})`)
    if (performance.now() > deadlineMs)
      throw new UserFacingError(`Kafka did not start within a minute; its log: ${join(folder, 'broker.log')}`)
    await delay(POLL_MS)
  }
  await awaitCoordinator(`127.0.0.1:${port}`)
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

const format = async (
  { java, classpath }: Programs,
  folder: string,
  dataFolder: string,
  users: Readonly<Record<string, string>>,
): Promise<void> => {
  if (existsSync(join(dataFolder, 'meta.properties'))) return
  const args = ['format', '-t', CLUSTER_ID, '-c', join(folder, 'server.properties')]
  for (const [name, password] of Object.entries(users))
    args.push('--add-scram', `SCRAM-SHA-512=[name=${name},password=${password}]`)
  await promisify(execFile)(java, [...JAVA_OPTIONS, '-cp', classpath, 'kafka.tools.StorageTool', ...args])
}

/**
 * Starts a node of Apache Kafka without ZooKeeper, and resolves when groups can use it. Its jars come from Maven, once.
 * @throws UserFacingError when Java, Maven or the jars are missing, or the broker does not start.
 */
export const startBroker = async ({
  folder,
  port,
  secured,
  cluster,
  say = () => {},
  onDeath,
}: BrokerOptions): Promise<Broker> => {
  const programs = await findPrograms(say)
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  const ownPort = await findFreePort(port)
  const ports = { own: ownPort, secured: await findFreePort() }
  const node = cluster ?? { nodeId: 1, controllerPorts: [await findFreePort()] }
  writeFileSync(join(folder, 'server.properties'), propertiesOf(dataFolder, ports, node, secured))
  await format(programs, folder, dataFolder, secured?.users ?? {})
  let child: ChildProcess | null = null
  const leave = async (signal: NodeJS.Signals) => {
    const leaving = child
    child = null
    if (leaving !== null) await end(leaving, signal)
  }
  const start = async () => {
    if (child !== null) return
    child = spawnBroker(programs, folder)
    // Reported by awaitReady, which finds it without a process id.
    child.on('error', () => {})
    const own = child
    try {
      await awaitReady(own, folder, ownPort)
    } catch (error) {
      await leave('SIGKILL')
      throw error
    }
    own.once('exit', () => {
      if (child === own) onDeath?.(lastWords(folder))
    })
  }
  await start()
  const securedAddress = secured === undefined ? null : `127.0.0.1:${ports.secured}`
  return {
    address: `127.0.0.1:${ownPort}`,
    securedAddress,
    start,
    kill: () => leave('SIGKILL'),
    stop: () => leave('SIGTERM'),
  }
}
