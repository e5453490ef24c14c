import type { StatementOf } from './database.ts'
import { FLEET_STATEMENTS } from './fleet-statements.ts'
import { INGEST_STATEMENTS } from './ingest-statements.ts'
import { MESSAGE_STATEMENTS } from './message-statements.ts'

const known = new Map<string, ReturnType<StatementOf>>()

/**
 * What a statement of the product does in the simulated database: by its name where it has one, else by how it begins.
 * A statement that the simulation does not have ends it, so that none is left out unnoticed.
 */
export const statementOf: StatementOf = (name, text) => {
  const before = known.get(name || text)
  if (before !== undefined) return before
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const found =
    INGEST_STATEMENTS[name] ??
    [...MESSAGE_STATEMENTS, ...FLEET_STATEMENTS].find(([begins]) => plain.startsWith(begins))?.[1]
  if (found === undefined) throw new NotSimulated(`${name} ${plain}`)
  known.set(name || text, found)
  return found
}

/** Ends the simulation, not the transaction that sent it. */
export class NotSimulated extends Error {
  constructor(statement: string) {
    super(`this statement is not simulated: ${statement}`)
    queueMicrotask(() => {
      throw this
    })
  }
}
