import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { settingsOf } from '../faults/environment.ts'
import { createMember, type Member, ROOT } from '../faults/members.ts'
import { type BackEnd, createBackEnd, openBalancer, watchHealth } from './balancer.ts'

/**
 * Sixteen processes and what they need share one machine, which is short of processor time while another one starts.
 * Requests that are refused in overload say nothing of what a process that is away does to others.
 */
const OVERLOAD = { OVERLOAD_AFTER: '30s' }

/** Every group. */
export const GROUPS = ['gateway', ...SERVICE_NAMES] as const
/** What runs as several processes behind one balancer. */
export type Group = (typeof GROUPS)[number]

/** One process of a group, and how its balancer sees it. */
export type Process = { readonly group: Group; readonly edition: string; readonly member: Member } & BackEnd

/** One process of each group that has the same sources: `incident-2` is the one of the edition `2`. */
export type Edition = { readonly name: string; readonly root?: string; readonly env?: Readonly<Record<string, string>> }

/** The groups of processes, and the address of the balancer of the gateways. */
export type Processes = {
  readonly all: readonly Process[]
  readonly url: string
  /** A process by its name, such as `incident-2`. */
  find(name: string): Process
  /** Closes the balancers; the processes are stopped before. */
  close(): Promise<void>
}

type Environment = Pick<Parameters<typeof settingsOf>[0], 'identity' | 'databaseUrls'> & {
  readonly folder: string
  readonly editions: readonly Edition[]
  /** The settings of Kafka of a group. */
  kafkaOf(group: Group): Readonly<Record<string, string>>
  findPort(): Promise<number>
  /** What is in front of the processes of a group; a balancer of connections when left out. */
  readonly balance?: typeof openBalancer
}

/** Processes of each kind, not yet started, and the balancers in front of them. */
export const createProcesses = async (environment: Environment): Promise<Processes> => {
  const { folder, editions, findPort, balance = openBalancer, ...env } = environment
  const portOfGroup = new Map<Group, number>()
  for (const group of GROUPS) portOfGroup.set(group, await findPort())
  const portTo = (group: Group): number => portOfGroup.get(group) ?? 0
  const settings = settingsOf({
    identity: env.identity,
    databaseUrls: env.databaseUrls,
    kafka: {},
    // The internal listener is a hundred above.
    internalUrl: `http://127.0.0.1:${portTo('gateway') + 100}`,
    urlTo: (name: ServiceName) => `http://127.0.0.1:${portTo(name)}`,
  })
  const all: Process[] = []
  const opened: { close(): Promise<void> }[] = []
  const create = async (group: Group, { name: edition, root = ROOT, env: own = {} }: Edition): Promise<Process> => {
    const port = await findPort()
    const isGateway = group === 'gateway'
    const member = createMember({
      name: `${group}-${edition}`,
      program: isGateway ? 'gateway/main.ts' : `subgraphs/${group}/main.ts`,
      root,
      port,
      folder,
      env: {
        ...settings,
        ...OVERLOAD,
        ...env.kafkaOf(group),
        ...(isGateway ? { INTERNAL_PORT: String(port + 100) } : {}),
        ...own,
      },
    })
    const health = watchHealth(member.url)
    opened.push(health)
    return { group, edition, member, ...createBackEnd(port, health) }
  }
  for (const group of GROUPS) {
    const own: Process[] = []
    for (const edition of editions) own.push(await create(group, edition))
    all.push(...own)
    for (const above of [0, 100])
      opened.push(
        await balance(
          portTo(group) + above,
          own.map((one) => one.at(above)),
        ),
      )
  }
  return {
    all,
    url: `http://127.0.0.1:${portTo('gateway')}`,
    find(name) {
      const found = all.find(({ member }) => member.name === name)
      if (found === undefined) throw new Error(`${name} is no process of the topology`)
      return found
    },
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  }
}
