import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { UserFacingError } from '../../db/errors.ts'
import type { CustomerLabel } from '../../subgraphs/journal/formats/sessions/family.ts'
import { DEFAULT_PROFILE, type Profile } from '../../subgraphs/journal/formats/sessions/profile.ts'
import { profileContent } from '../../subgraphs/journal/profiles/profile-input.rules.ts'

export const USAGE = `Reads journals on this machine, without a database. Card and customer numbers are always masked.

  npm run journal -- FILE… [--json | --masked] [--date DAY] [--profile PROFILE.json]
  npm run journal -- --report DIR [--json] [--date DAY] [--profile PROFILE.json]

  FILE       a journal, plain or compressed by gzip: prints its family, its status and its attempts
  --json     JSON: a line for each attempt and one for each file; of a report one object
  --masked   prints the masked text instead
  --report   the counts of all files in a folder and the folders in it
  --date     the day that the journals are of, YYYY-MM-DD; otherwise the name of a file says it, or its lines
  --profile  what a bank's journals leave open: { "approvedCodes": ["00"], "currency": "ETB",
             "amountUnit": "WHOLE" or "HUNDREDTHS", "timeZone": "Africa/Addis_Ababa",
             "customerLabels": [{ "words": "MEMBER NO", "kind": "IDENTIFIER", "ACCOUNT" or "NAME" }] }

It ends with 0; with 1 for an argument or a file that cannot be read; with 2 if a file is no journal of a known family.`

/** What a profile's file may hold besides: labels of customers' numbers. */
export type JournalProfile = { readonly profile: Profile; readonly customerLabels: readonly CustomerLabel[] }

export type JournalOptions = JournalProfile & {
  readonly files: readonly string[]
  readonly report: string | null
  readonly json: boolean
  readonly masked: boolean
  /** `YYYY-MM-DD`; null: to be found. */
  readonly date: string | null
}

const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

/** The shape of a profile's file; what it may say is checked as the platform checks it. */
const profileSchema = z.strictObject({
  approvedCodes: z.array(z.string()).nullable().default(null),
  currency: z.string().nullable().default(null),
  amountUnit: z.enum(['WHOLE', 'HUNDREDTHS']).nullable().default(null),
  timeZone: z.string().nullable().default(null),
  customerLabels: z
    .array(z.strictObject({ words: z.string(), kind: z.enum(['IDENTIFIER', 'ACCOUNT', 'NAME']) }))
    .default([]),
})

const messageOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  return error.issues.map((issue) => `${issue.path.join('.') || 'the profile'}: ${issue.message}`).join('; ')
}

/**
 * A profile from a file; without one the families' own rules.
 * @throws UserFacingError that says what is wrong with it.
 */
export const readProfile = (path: string | undefined): JournalProfile => {
  if (path === undefined) return { profile: DEFAULT_PROFILE, customerLabels: [] }
  try {
    const read = profileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    const { customerLabels, ...profile } = profileContent({ ...read, version: 0 })
    return { profile, customerLabels }
  } catch (error) {
    throw new UserFacingError(`The profile ${path} is not valid: ${messageOf(error)}`)
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const options = {
  report: { type: 'string' },
  json: { type: 'boolean', default: false },
  masked: { type: 'boolean', default: false },
  date: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const parsedOf = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The arguments of the command; null where help is asked for.
 * @throws UserFacingError for arguments that go with nothing, or not together.
 */
export const readOptions = (args: readonly string[]): JournalOptions | null => {
  const { values, positionals: files } = parsedOf(args)
  if (values.help) return null
  const { report = null, json, masked, date = null } = values
  if (report === null && files.length === 0) throw refuse('Name a file, or a folder with --report.')
  if (report !== null && files.length > 0) throw refuse('--report goes without further files.')
  if (masked && (json || report !== null)) throw refuse('--masked goes with neither --json nor --report.')
  if (date !== null && !isDay(date)) throw refuse('--date must be a day, such as 2026-05-13.')
  return { files, report, json, masked, date, ...readProfile(values.profile) }
}
