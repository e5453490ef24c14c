import type {
  Headers,
  IncomingMessage,
  OutgoingMessage,
  PassedMessage,
  SubscribeOptions,
  Transport,
} from '../../subgraphs/kit/messaging/events.ts'
import { idOf, TopicsRefused } from '../../subgraphs/kit/messaging/events.ts'
import { currentProcess, type SimulatedProcess, within } from './process.ts'
import type { Scheduler } from './scheduler.ts'

type Stored = IncomingMessage & { readonly id: string; readonly headers?: Headers }
type Member = { readonly process: SimulatedProcess; readonly options: SubscribeOptions; isClosed: boolean }

const REJECTED = 0.05
const REFUSED = 0.05
/** For so long no attempt is made at a topic that was refused. */
const HELD_MS = 5_000
const RETRY_MS = 200

/**
 * Topics as a broker has them: what is acknowledged stays, what is refused may have been written, and a group reads on
 * from the place that a member stored last.
 */
export const createBroker = (scheduler: Scheduler) => {
  const messages: Stored[] = []
  const places = new Map<string, number>()
  const groups = new Map<string, Member[]>()
  const busy = new Map<string, Member>()

  const isFree = (group: string, topic: string): boolean => {
    const member = busy.get(`${group} ${topic}`)
    return member === undefined || !member.process.isAlive
  }
  const next = (group: string, topic: string): Stored | undefined =>
    messages.find((message) => message.topic === topic && message.position > (places.get(`${group} ${topic}`) ?? 0))

  /** Hands one message to a member, and stores its place once it is handled. */
  const deliver = async (member: Member, message: Stored): Promise<void> => {
    const key = `${member.options.group} ${message.topic}`
    busy.set(key, member)
    try {
      await member.options.handle(message)
      await scheduler.task('store place', () => places.set(key, Math.max(places.get(key) ?? 0, message.position)))
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    } finally {
      if (busy.get(key) === member) busy.delete(key)
    }
  }
  scheduler.addSource(() =>
    [...groups].flatMap(([group, members]) => {
      const [first, ...others] = members.filter(({ process, isClosed }) => process.isAlive && !isClosed)
      if (first === undefined) return []
      const topics = new Set(messages.map(({ topic }) => topic))
      return [...topics].flatMap((topic) => {
        const message = isFree(group, topic) ? next(group, topic) : undefined
        if (message === undefined || !first.options.topics.includes(topic)) return []
        const run = () => {
          const member = scheduler.choices.pick([first, ...others])
          void within(member.process, () => deliver(member, message))
        }
        return [{ label: `deliver ${topic} ${message.position}`, run }]
      })
    }),
  )
  const append = (given: readonly (OutgoingMessage | PassedMessage)[]) => {
    for (const one of given)
      messages.push({ ...one, id: idOf(one), position: messages.length + 1, envelope: structuredClone(one.envelope) })
  }
  const refusedAtMs = new Map<string, number>()
  /** Refuses one of the topics now and then, as a broker does for want of a right. */
  const refuse = (topics: readonly string[]): readonly string[] => {
    const [first, ...others] = topics
    if (first === undefined || !scheduler.choices.chance(REFUSED)) return []
    const refused = scheduler.choices.pick([first, ...others])
    refusedAtMs.set(refused, scheduler.nowMs())
    return [refused]
  }
  const transport: Transport = {
    publish: async (given) => {
      const refused = await scheduler.task('publish', () => {
        const none = refuse([...new Set(given.map(({ topic }) => topic))])
        append(given.filter(({ topic }) => !none.includes(topic)))
        return none
      })
      await scheduler.task('publish acknowledged', () => {
        if (scheduler.choices.chance(REJECTED))
          throw Object.assign(new Error('the broker did not answer'), { code: 'ETIMEDOUT' })
      })
      if (refused.length > 0) throw new TopicsRefused(refused, 'a topic is refused')
    },
    listRefused: () => [...refusedAtMs].flatMap(([topic, atMs]) => (scheduler.nowMs() - atMs < HELD_MS ? [topic] : [])),
    subscribe: (options) => {
      const process = currentProcess()
      if (process === null) throw new Error('only a process subscribes')
      const member = { process, options, isClosed: false }
      groups.set(options.group, [...(groups.get(options.group) ?? []), member])
      return {
        close: async () => {
          member.isClosed = true
        },
      }
    },
  }
  return {
    transport,
    messages: (): readonly Stored[] => messages,
    isRead: (group: string, topics: readonly string[]) =>
      topics.every((topic) => next(group, topic) === undefined && isFree(group, topic)),
  }
}
