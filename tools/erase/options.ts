import { parseArgs } from 'node:util'
import { UserFacingError } from '../../db/errors.ts'

const USAGE = 'npm run erase -- --institution KEY [--dry-run] [--yes]'

/** What the command line asks for. */
export type EraseOptions = { readonly key: string; readonly isDryRun: boolean; readonly isConfirmed: boolean }

/** Reads the arguments of the command line. @throws UserFacingError for what it does not know. */
export const readOptions = (args: readonly string[]): EraseOptions => {
  const options = {
    institution: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
    const key = values.institution ?? ''
    // Rows of no institution are counted under '' and under keys with a comma, which no institution can have.
    if (key === '' || key.includes(',')) throw new Error('--institution names the key of an institution.')
    return { key, isDryRun: values['dry-run'] === true, isConfirmed: values.yes === true }
  } catch (error) {
    throw new UserFacingError(`${error instanceof Error ? error.message : String(error)} ${USAGE}`)
  }
}
