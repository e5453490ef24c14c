import { parseArgs } from 'node:util'
import { UserFacingError } from '../../db/errors.ts'
import type { Config } from '../../subgraphs/kit/config/config.ts'
import { durationMs } from '../../subgraphs/kit/config/durations.rules.ts'

/** How the command is called. */
export const USAGE = `Simulates agents of ATMs: events, heartbeats, journals, and journals that are asked for again.

  npm run agents -- [--atms 50] [--rate 20] [--for 60s] [--url http://127.0.0.1:4000] [--institution DEMO]…

  --atms         how many ATMs; 1 to 10000
  --rate         events a second, of all ATMs together; up to 20000, whether or not the platform keeps up
  --for          how long, such as 60s, 10m; until Ctrl-C when left out
  --url          the public listener of the platform; that of HOST and PORT when left out
  --institution  whose ATMs they are; may be repeated; DEMO when left out`

const MAX_ATMS = 10_000
const MAX_RATE = 20_000

const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

const options = {
  atms: { type: 'string', default: '50' },
  rate: { type: 'string', default: '20' },
  for: { type: 'string' },
  url: { type: 'string' },
  institution: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** What the command line says. @throws UserFacingError with the usage for an option that there is not. */
export const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

const readUrl = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw refuse('--url must be a URL such as http://127.0.0.1:4000.')
  return text
}

/** What a run is to be. */
export type Wanted = {
  readonly atms: number
  readonly rate: number
  readonly forMs: number | null
  readonly url: string
  readonly institutions: readonly string[]
}

/** What the command line asks for. @throws UserFacingError with the usage for what cannot be. */
export const readWanted = (values: ReturnType<typeof readArguments>, config: Pick<Config, 'host' | 'port'>): Wanted => {
  const atms = Number(values.atms)
  if (!Number.isInteger(atms) || atms < 1 || atms > MAX_ATMS) throw refuse(`--atms must be 1 to ${MAX_ATMS}.`)
  const rate = Number(values.rate)
  if (!(rate > 0 && rate <= MAX_RATE)) throw refuse(`--rate must be more than 0 and at most ${MAX_RATE}.`)
  const forMs = values.for === undefined ? null : durationMs(values.for)
  if (values.for !== undefined && (forMs === null || forMs < 1_000))
    throw refuse('--for must be a duration of a second or more, such as 60s.')
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  const url = readUrl(values.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`)
  return { atms, rate, forMs, url, institutions: values.institution ?? ['DEMO'] }
}
