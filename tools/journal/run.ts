import { ATTEMPTS_HEAD, attemptRow, fileLines, jsonLine } from './attempts.ts'
import { createReading, maskedChunks, type Reading, readFile } from './journal-file.ts'
import { readOptions, USAGE } from './options.ts'
import { reportOn } from './report.ts'
import { reportText } from './report-text.ts'

/** Where a run prints. */
export type Output = {
  readonly print: (text: string | Uint8Array) => Promise<void>
  readonly complain: (line: string) => void
}

/** A file that is no journal of a known family. */
const NO_JOURNAL = 2

/** Prints text of two bytes a character as UTF-8, and all other text as it is. */
const printMasked = async (path: string, reading: Reading, { print }: Output): Promise<number> => {
  const masker = reading.newMasker()
  let decoder: TextDecoder | null = null
  for await (const chunk of maskedChunks(path, masker)) {
    if (decoder === null && masker.units() !== 'bytes') decoder = new TextDecoder(masker.units())
    await print(decoder === null ? chunk : decoder.decode(chunk, { stream: true }))
  }
  return 0
}

const printAttempts = async (path: string, json: boolean, reading: Reading, { print }: Output): Promise<number> => {
  let isHeaded = json
  const result = await readFile(path, reading, async (attempt) => {
    if (!isHeaded) await print(ATTEMPTS_HEAD)
    isHeaded = true
    await print(json ? jsonLine({ type: 'attempt', file: path, ...attempt }) : attemptRow(attempt))
  })
  await print(json ? jsonLine({ type: 'file', file: path, ...result }) : fileLines(path, result))
  return result.status === 'FAILED' ? NO_JOURNAL : 0
}

/**
 * Runs the command; returns the code that it ends with.
 * @throws UserFacingError for arguments or a file that cannot be read.
 */
export const runJournal = async (args: readonly string[], output: Output): Promise<number> => {
  const options = readOptions(args)
  if (options === null) {
    await output.print(`${USAGE}\n`)
    return 0
  }
  const reading = createReading(options)
  if (options.report !== null) {
    const report = await reportOn(options.report, reading, output.complain)
    await output.print(options.json ? jsonLine(report) : reportText(report))
    return 0
  }
  let code = 0
  for (const path of options.files) {
    const ended = await (options.masked
      ? printMasked(path, reading, output)
      : printAttempts(path, options.json, reading, output))
    code = Math.max(code, ended)
  }
  return code
}
