import { type GraphQLObjectType, isObjectType } from 'graphql'
import { directivesOf } from '../../subgraphs/kit/graphql/directives.ts'
import type { HostedService } from '../../subgraphs/kit/service/service.ts'
import type { Institution, Kind, Values } from '../support/institution.ts'
import { NOTHING } from '../support/institution.ts'
import type { WholePlatform } from '../support/whole-platform.ts'
import type { Caller } from './callers.ts'
import { selectionOf } from './endpoints.ts'
import { leaksIn, normal } from './observe.ts'

/** An entity of a service, by one of its keys: what the gateway, or who reaches the service, asks for by reference. */
export type Entity = {
  /** As the table names it. */
  readonly key: string
  readonly hosted: HostedService
  readonly type: GraphQLObjectType
  readonly by: string
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ 'Atm.id': 'atm', 'Atm.agentAtmId': 'agentAtm', 'Incident.id': 'incident', 'Institution.key': 'institution' },
  ...{ 'User.userId': 'user', 'Task.id': 'task', 'Rollout.id': 'rollout', 'Snapshot.id': 'snapshot' },
  ...{ 'JournalFile.id': 'file', 'JournalGap.id': 'gap', 'JournalTransaction.id': 'transaction' },
}

export const entitiesOf = ({ gateway }: WholePlatform): readonly Entity[] =>
  [...gateway.hosted].flatMap(([name, hosted]) =>
    Object.values(hosted.contract.schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) =>
        directivesOf(type, 'key')
          .filter(({ resolvable }) => resolvable !== false)
          .map(({ fields }) => ({ key: `Entity.${name}.${type.name}`, hosted, type, by: String(fields) })),
      ),
  )

const kindOf = ({ type, by }: Entity): Kind => {
  const kind = KINDS[`${type.name}.${by}`]
  if (kind === undefined) throw new Error(`nothing says what ${type.name}.${by} names`)
  return kind
}

/** Asks a service for an entity by a value, as one who reaches the graph of the service itself. */
const ask = async (
  { hosted, type, by }: Entity,
  { platform, caller, value, depth }: { platform: WholePlatform; caller: Caller; value: unknown; depth: number | null },
) => {
  const selection = depth === null ? '__typename' : selectionOf(type, depth).join(' ')
  const principal = await platform.gateway.authenticator.authenticate(caller.headers.authorization)
  const query = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type.name}
    { ${selection} } } }`
  const variables = { of: [{ __typename: type.name, [by]: value }] }
  const answer = await hosted.execute({ query, variables }, { principal, token: '', traceId: '0'.repeat(32) })
  return JSON.stringify(answer)
}

/** Who may ask for an entity, what a foreign value gives, and what it shows of the victim. */
export const observeEntity = async (
  entity: Entity,
  { platform, callers, victim }: { platform: WholePlatform; callers: readonly Caller[]; victim: Institution },
) => {
  const kind = kindOf(entity)
  const allowed: Caller[] = []
  const leaks: string[] = []
  let outcome = 'nothing'
  const values: readonly Values[] = [victim.own, NOTHING]
  for (const caller of callers) {
    const [foreign = '', unknown = ''] = await Promise.all(
      values.map((one) => ask(entity, { platform, caller, value: one[kind], depth: 1 })),
    )
    // Some fields are for fewer roles than the entity itself.
    const named = values.map((one) => one[kind])
    const record = await ask(entity, { platform, caller, value: NOTHING[kind], depth: null })
    if (!/"message":"The role \w+ may not/.test(record)) allowed.push(caller)
    if (normal(foreign, named, false) !== normal(unknown, named, false)) outcome = `shown to ${caller.name}`
    leaks.push(...leaksIn({ text: foreign, sent: String(victim.own[kind]) }, victim))
  }
  return { allowed, leaks, outcome }
}
