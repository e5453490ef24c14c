import { readFileSync } from 'node:fs'
import { z } from 'zod'

const FILE = new URL('./measured-costs.json', import.meta.url)

const measured = { date: z.iso.date(), machine: z.string(), command: z.string(), note: z.string().optional() }
const workSchema = z.strictObject({
  ...measured,
  platformUs: z.number(),
  postgresUs: z.number(),
  walBytes: z.number(),
  messages: z.number(),
  messageBytes: z.number(),
})
const idleSchema = z.strictObject({ ...measured, platformUs: z.number(), postgresUs: z.number(), walBytes: z.number() })
const bytesSchema = z.strictObject({ ...measured, bytes: z.record(z.string(), z.number()) })

const fileSchema = z.strictObject({
  /** Processor time, write-ahead log and messages of one piece of work; null where it was not measured. */
  work: z.strictObject({
    event: workSchema,
    batchedEvent: workSchema,
    heartbeat: workSchema.nullable(),
    journal: workSchema.nullable(),
    dashboard: workSchema.nullable(),
  }),
  /** A second of a platform that no one uses. */
  idle: idleSchema,
  /** Bytes of a row of a table, with its indexes and what is stored beside it. */
  rows: bytesSchema,
  /** What was measured besides, that the model is held against. */
  checks: z.strictObject({
    processor: z.array(
      z.strictObject({
        ...measured,
        eventsPerSecond: z.number(),
        heartbeatsPerSecond: z.number(),
        platformCores: z.number(),
        postgresCores: z.number(),
        walBytesPerSecond: z.number(),
      }),
    ),
    storage: z.array(
      z.strictObject({
        ...measured,
        atms: z.number(),
        days: z.number(),
        transactionsPerAtmDay: z.number(),
        gapsPerAtmDay: z.number(),
        megabytes: z.number(),
      }),
    ),
  }),
})

/** What was measured, each with its date, machine and command. */
export type Costs = z.infer<typeof fileSchema>
export type WorkCost = Omit<z.infer<typeof workSchema>, keyof typeof measured>

/** Reads the measured costs. @throws ZodError for a file that is not as it should be. */
export const readCosts = (): Costs => fileSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')))
