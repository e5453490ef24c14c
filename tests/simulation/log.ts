import { pino } from 'pino'

/** What the product logs while faults are brought about is of no interest: only what is stored in the end is judged. */
export const silentLog = pino({ level: process.env.SIMULATION_LOG ?? 'silent' })
