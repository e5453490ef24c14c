import { parseArgs } from 'node:util'
import { UserFacingError } from '../../db/errors.ts'
import { type Fleet, usualFleet } from './fleet.ts'

export const USAGE = `Computes what a fleet needs, from measured costs: cores, PostgreSQL, Kafka, storage.

  npm run capacity -- --atms N [--json] [--SETTING N]…

  --json     one object instead of tables
  --SETTING  what the fleet sends, where it is not as usual:
    institutions, events-per-atm-day, batched-pct, heartbeats-per-atm-day, incidents-per-atm-day,
    transactions-per-atm-day, states-per-atm-day, tasks-per-atm-day, audit-per-atm-day, gaps-per-atm-day,
    journal-kb (before compression), journal-hours (in which the journals of a day come), dashboards (open ones),
    pages-per-minute (of each), peak (busiest minutes, times the average), years (of what is kept for ever),
    replication-factor, utilisation-pct (of a core in the busiest minutes)

What the configuration limits by age is kept as long as the environment says (EVENT_RETENTION_DAYS and so on).`

export type CapacityOptions = { readonly fleet: Fleet; readonly json: boolean }

const MOST = 1e9
const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

/** `eventsPerAtmDay` as an option: `events-per-atm-day`. */
const optionOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const numberOf = (option: string, text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > MOST)
    throw refuse(`--${option} must be a number from 0 to ${MOST}.`)
  return value
}

const NAMES = Object.keys(usualFleet(1))

const parse = (args: readonly string[]) => {
  const numbers = Object.fromEntries(NAMES.map((name) => [optionOf(name), { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options: { ...numbers, json: { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the arguments. @throws UserFacingError that says what is wrong with them. */
export const readOptions = (args: readonly string[]): CapacityOptions => {
  const values: Readonly<Record<string, string | boolean | undefined>> = parse(args)
  const given = NAMES.flatMap((name) => {
    const text = values[optionOf(name)]
    return typeof text === 'string' ? [[name, numberOf(optionOf(name), text)] as const] : []
  })
  const atms = given.find(([name]) => name === 'atms')?.[1] ?? 0
  if (atms < 1) throw refuse('How many ATMs? --atms must be 1 or more.')
  const fleet: Fleet = { ...usualFleet(atms), ...Object.fromEntries(given) }
  for (const name of ['peak', 'years', 'journalHours', 'utilisationPct', 'institutions'] as const)
    if (fleet[name] <= 0) throw refuse(`--${optionOf(name)} must be more than 0.`)
  if (fleet.batchedPct > 100) throw refuse('--batched-pct must be from 0 to 100.')
  return { fleet, json: values.json === true }
}
