import { UserFacingError } from '../db/errors.ts'
import { runJournal } from './journal/run.ts'

// A reader that is closed early, such as `head`, ends the program as if all had been printed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

const print = async (text: string | Uint8Array): Promise<void> => {
  if (!process.stdout.write(text)) await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()))
}

try {
  process.exitCode = await runJournal(process.argv.slice(2), {
    print,
    complain: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  if (!(error instanceof UserFacingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
