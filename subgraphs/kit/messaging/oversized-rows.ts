/** Of those whose dead letters are not known to be refused now, as many are tried again at once. */
const TRIED = 10
/** Others are read again with each look. */
const REMEMBERED = 10_000

/**
 * The rows of an outbox that are too large to be sent, and whose dead letters were refused, by the topic of these. Only
 * their text tells them from other rows of their topics: were they read with each look, they would leave no place for
 * others. One that is remembered though it is gone does no harm, as it is tried again like the others.
 */
export const createOversizedRows = () => {
  const waiting = new Map<string, string[]>()
  let count = 0
  return {
    /** The ids to leave out of the next look: of a topic that is held all, of any other all but a few. */
    takeLeftOut(held: readonly string[]): readonly string[] {
      for (const [topic, ids] of waiting) {
        if (!held.includes(topic)) count -= ids.splice(0, TRIED).length
        if (ids.length === 0) waiting.delete(topic)
      }
      return [...waiting.values()].flat()
    },
    /** Notes that the dead letter of a row was refused. */
    refuse(topic: string, id: string): void {
      if (count >= REMEMBERED) return
      const ids = waiting.get(topic) ?? []
      ids.push(id)
      waiting.set(topic, ids)
      count += 1
    },
    /** Notes that a topic takes dead letters. */
    accept(topic: string): void {
      count -= waiting.get(topic)?.length ?? 0
      waiting.delete(topic)
    },
  }
}

export type OversizedRows = ReturnType<typeof createOversizedRows>
