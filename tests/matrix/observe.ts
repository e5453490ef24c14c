import { type Institution, type Kind, NOTHING, type Values } from '../support/institution.ts'
import { argumentsFor, kindOf, withValue } from './arguments.ts'
import { type Caller, isUnrestricted } from './callers.ts'
import type { Answer, Endpoint } from './endpoints.ts'
import { isCursor, type Operation, type Position, positionsOf } from './operations.ts'

/** What an answer has of another institution, or that it is a failure of the platform. */
export type Fault = { readonly endpoint: string; readonly caller: string; readonly fault: string }

/** What came of one value in one position, for one caller at one endpoint. */
type Outcome = {
  readonly endpoint: string
  readonly caller: string
  readonly position: Position
  readonly outcome: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What differs between two answers that say the same: the value that was asked for, times, ids of traces. */
export const normal = (text: string, values: readonly (string | number)[], isWrite: boolean): string => {
  const named = values.flatMap((value) => [String(value), encodeURIComponent(String(value))])
  const same = named
    .reduce((rest, value) => rest.replaceAll(new RegExp(escaped(value), 'g'), '*'), text)
    .replaceAll(/"traceId":"\w+"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '*')
  return isWrite ? same.replaceAll(/[0-9a-f-]{36}|\d+/g, '*') : same
}

/** The status of the only entry of an answer to a list, such as a batch of events. */
const statusWithin = ({ status, text }: Answer): number => {
  const found = /^\[\{"status":(\d+)/.exec(text) ?? /^\{"data":\{"\w+":\[\{"__typename":"\w+","status":(\d+)/.exec(text)
  return found === null || status >= 300 ? status : Number(found[1])
}

/** What an event has, which is shown to everyone who names its ATM: the requirements do not scope these reads. */
const isOfEvents = (leak: string): boolean => /-(?:message|part|details|E|ATM-1)$|^\d+$/.test(leak)

/** What an answer has of an institution besides what was sent. */
export const leaksIn = ({ text, sent }: Pick<Answer, 'text' | 'sent'>, { own, mark }: Institution): string[] => {
  const words = text.match(new RegExp(`${mark}[-_@][A-Za-z]*`, 'g')) ?? []
  // Insights are everybody's.
  const ids = Object.entries(own).filter(([kind, value]) => kind !== 'insight' && Number(value) >= 5_000_000)
  const named = [...ids.map(([, id]) => id), own.agentAtm, own.task]
    .map(String)
    .filter((value) => value !== '' && text.includes(value))
  return [...new Set([...words, ...named])].filter((leak) => !sent.includes(leak))
}

/** Operations that register an ATM that is not known yet: they get another unknown one. */
const REGISTERS = /Event|heartbeat|upload|agentWork|createAtm/

const unknownFor = ({ field }: Operation): Values =>
  REGISTERS.test(field.name) ? { ...NOTHING, agentAtm: 'UNSEEN-ATM' } : NOTHING

/** Callers of one kind see the same, whatever their role. */
const sightOf = ({ name, role }: Caller): string =>
  role === 'AGENT' ? name : name.endsWith(' of none') ? 'none' : 'own'

type Asking = {
  readonly operation: Operation
  readonly endpoint: Endpoint
  readonly position: Position
  /** Which of the victim's values is named. */
  readonly kind: Kind
}

/** What a position of a kind is asked with: of ATMs also one that is retired, which must give the same. */
const kindsAskedOf = (kind: Kind): readonly Kind[] =>
  kind === 'agentAtm'
    ? [kind, 'retiredAgentAtm']
    : kind === 'atm' || kind === 'otherAtm'
      ? [kind, 'retiredAtm']
      : [kind]

/**
 * Asks with what belongs to the victim in one position, and tells what comes of it. `known` has what an answer to an
 * unknown value is like, for each kind of caller: another role is only asked again where its answer is different.
 */
const outcomeOf = async (
  { operation, endpoint, position, kind }: Asking,
  {
    caller,
    known,
    victim,
    attacker,
  }: {
    readonly caller: Caller
    readonly known: Map<string, string>
    readonly victim: Institution
    readonly attacker: Institution
  },
): Promise<{ readonly outcome: string; readonly answer: Answer } | null> => {
  const base = argumentsFor(operation, attacker.own, positionsOf(operation))
  const args = withValue(operation, base, position, victim.own[kind])
  if (!endpoint.takes(args)) return null
  const answer = await endpoint.ask(args, caller.headers)
  const status = statusWithin(answer)
  if (isCursor(position)) return { outcome: status < 300 ? 'own' : String(status), answer }
  if (status !== 404 && status !== 400 && status >= 300) return { outcome: String(status), answer }
  const unknown = unknownFor(operation)[kindOf(operation, position)]
  const values = [victim.own[kind], unknown]
  const isWrite = operation.kind === 'mutation'
  const textOf = (one: Answer) => `${one.status} ${normal(one.text, values, isWrite)}`
  const text = textOf(answer)
  if (isWrite || known.get(sightOf(caller)) !== text)
    known.set(
      sightOf(caller),
      textOf(await endpoint.ask(withValue(operation, base, position, unknown), caller.headers)),
    )
  const isSame = known.get(sightOf(caller)) === text
  const failed = isSame ? String(status) : `${status}, told from what is unknown`
  return { outcome: status >= 300 ? failed : isSame ? 'nothing' : 'shown', answer }
}

const faultsOf = (endpoint: Endpoint, caller: string, answer: Answer, victim: Institution | null): Fault[] =>
  [...(victim === null ? [] : leaksIn(answer, victim)), ...(answer.status >= 500 ? [answer.text] : [])].map(
    (fault) => ({
      endpoint: endpoint.name,
      caller,
      fault,
    }),
  )

/**
 * Which of these callers an endpoint answers, and what is wrong with its answers. Nothing that exists is named.
 * `victim` is the institution of which none of them may see anything, null where they may.
 */
export const observeRoles = async (
  operation: Operation,
  { endpoint, callers, victim }: { endpoint: Endpoint; callers: readonly Caller[]; victim: Institution | null },
) => {
  const allowed: Caller[] = []
  const faults: Fault[] = []
  const args = argumentsFor(operation, unknownFor(operation), positionsOf(operation))
  for (const caller of callers) {
    const answer = await endpoint.ask(args, caller.headers)
    faults.push(...faultsOf(endpoint, caller.name, answer, victim))
    const isOutside = endpoint.isInternal && answer.status === 404
    if (!answer.isRoleRefused && !isOutside) allowed.push(caller)
  }
  return { allowed, faults }
}

/**
 * What foreign values give at an endpoint: each position of the operation with what belongs to the victim, everything
 * else the attacker's own.
 */
export const observeForeign = async (
  operation: Operation,
  {
    endpoint,
    callers,
    victim,
    attacker,
  }: {
    readonly endpoint: Endpoint
    readonly callers: readonly Caller[]
    readonly victim: Institution
    readonly attacker: Institution
  },
) => {
  const outcomes: Outcome[] = []
  const faults: Fault[] = []
  const asked = positionsOf(operation).flatMap((position) =>
    kindsAskedOf(kindOf(operation, position)).map((kind) => ({ operation, endpoint, position, kind })),
  )
  for (const asking of asked) {
    const { position, kind } = asking
    const known = new Map<string, string>()
    for (const caller of callers.filter((one) => !isUnrestricted(one))) {
      const found = await outcomeOf(asking, { caller, known, victim, attacker })
      if (found === null) continue
      const { outcome, answer } = found
      const name = kind.startsWith('retired') ? `${endpoint.name} of a retired ATM` : endpoint.name
      outcomes.push({ endpoint: name, caller: caller.name, position, outcome })
      const told = faultsOf(endpoint, `${caller.name}, ${position}`, answer, victim)
      faults.push(...told.filter(({ fault }) => outcome !== 'shown' || !isOfEvents(fault)))
    }
  }
  return { outcomes, faults }
}

/** What most callers get; of two that are as frequent, what the first one gets. */
const mostOf = (outcomes: readonly Outcome[]): string => {
  const counts = new Map<string, number>()
  for (const { outcome } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const GROUPS: readonly (readonly [name: string, has: RegExp])[] = [
  ['callers of none', / of none$/],
  ['agents', /^AGENT/],
]

/** The names of callers; those of a whole group as the group. */
const namesOf = (some: readonly string[], all: readonly string[]): readonly string[] => {
  const whole = GROUPS.filter(([, has]) => {
    const members = all.filter((name) => has.test(name))
    return members.length > 1 && members.every((name) => some.includes(name))
  })
  const others = some.filter((name) => !whole.some(([, has]) => has.test(name)))
  return [...whole.map(([name]) => name), ...others]
}

/** What the callers get that do not get the usual; at some endpoints only where they differ. */
const exceptionsTo = (usual: string, of: readonly Outcome[]): readonly string[] => {
  const endpoints = new Set(of.map(({ endpoint }) => endpoint))
  const callers = [...new Set(of.map(({ caller }) => caller))]
  const others = of.filter(({ outcome }) => outcome !== usual)
  return [...new Set(others.map(({ outcome }) => outcome))].flatMap((outcome) => {
    const having = others.filter((one) => one.outcome === outcome)
    const isEverywhere = (name: string) => having.filter(({ caller }) => caller === name).length === endpoints.size
    const names = callers.filter((name) => having.some(({ caller }) => caller === name))
    const here = having.filter(({ caller }) => !isEverywhere(caller))
    return [
      ...namesOf(names.filter(isEverywhere), callers).map((name) => `${outcome} for ${name}`),
      ...here.map(({ caller, endpoint }) => `${outcome} for ${caller} at ${endpoint}`),
    ]
  })
}

/** The outcomes of an operation as the table has them: what positions give, and for whom it is something else. */
export const outcomesOf = (outcomes: readonly Outcome[]): Readonly<Record<string, readonly Position[]>> => {
  const positions = [...new Set(outcomes.map((one) => one.position))].map((position) => {
    const of = outcomes.filter((one) => one.position === position)
    const usual = mostOf(of)
    return [[usual, ...exceptionsTo(usual, of)].join(', '), position] as const
  })
  const texts = [...new Set(positions.map(([text]) => text))]
  return Object.fromEntries(
    texts.map((text) => [text, positions.flatMap(([other, position]) => (other === text ? [position] : []))]),
  )
}
