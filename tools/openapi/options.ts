import { parseArgs } from 'node:util'
import { UserFacingError } from '../../db/errors.ts'

const USAGE = `Checks a running platform against its OpenAPI document with Schemathesis (pip install schemathesis).

  npm run openapi:check [-- --url http://127.0.0.1:4000] [--examples 30] [--seed 1]

  --url       where the platform listens, such as one that npm start has started; it is written to
  --examples  how many requests are made up for each operation beside those at the bounds; 0 for none
  --seed      what made-up requests come from

SCHEMATHESIS names the program where it is not on the PATH. Tokens are those of "npm run token", with the same settings.
tools/openapi/exceptions.json lists what is no finding, with reasons.`

const options = {
  url: { type: 'string', default: 'http://127.0.0.1:4000' },
  examples: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export type CheckOptions = {
  readonly url: string
  readonly examples: number
  readonly seed: number
}

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new UserFacingError(`--${name} must be a whole number.\n\n${USAGE}`)
  return Number(text)
}

/** The options of a command line; the usage where that is asked for. @throws UserFacingError for what is none. */
export const readOptions = (args: readonly string[]): CheckOptions | string => {
  const values = (() => {
    try {
      return parseArgs({ args: [...args], options }).values
    } catch (error) {
      throw new UserFacingError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    }
  })()
  if (values.help) return USAGE
  return {
    url: values.url.replace(/\/$/, ''),
    examples: wholeNumber('examples', values.examples),
    seed: wholeNumber('seed', values.seed),
  }
}
