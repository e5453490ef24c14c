import { parseArgs } from 'node:util'
import { UserFacingError } from '../db/errors.ts'
import { localDateOf } from '../subgraphs/kit/common/dates.ts'
import { readPublished, readPublishedBefore, readRef } from './schema/check/base.ts'
import { checkContract, passes } from './schema/check/check.ts'
import { markdownReport, textReport } from './schema/check/report.ts'
import { readUsage } from './schema/check/usage.ts'
import { currentContract } from './schema/contract.ts'

const USAGE = `Compares the contract of the working tree with an earlier one and refuses what could break a client.

  npm run schema:check [-- --base REF] [--usage FILE] [--format text|markdown]

  --base    a commit to compare with; when left out the published contract, schema/published, and the one that was
            published before it, where the history of this clone has it
  --usage   what clients used of the graph: an answer of GET /api/graph/usage. It names who is affected; where it is
            complete, of 31 days and fresh, breaks of what neither it nor a trusted document uses are not refused
  --format  text for a terminal (when left out), or markdown`

const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

const options = {
  base: { type: 'string' },
  usage: { type: 'string' },
  format: { type: 'string', default: 'text' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

const run = async (): Promise<number> => {
  const { base, usage, format, help } = readArguments()
  if (help) {
    console.log(USAGE)
    return 0
  }
  if (format !== 'text' && format !== 'markdown') throw refuse(`--format is text or markdown, not "${format}"`)
  const today = localDateOf(new Date(), 'UTC')
  const current = currentContract()
  const recorded = usage === undefined ? {} : { usage: readUsage(usage, today) }
  const report = format === 'markdown' ? markdownReport : textReport
  const result = await checkContract({
    base: base === undefined ? readPublished() : readRef(base),
    current,
    today,
    ...recorded,
  })
  console.log(report(result))
  const before = base === undefined ? readPublishedBefore() : null
  if (before === null) return passes(result) ? 0 : 1
  const sinceBefore = await checkContract({ base: before, current, today, ...recorded })
  if (!passes(sinceBefore)) console.log(`\n${report(sinceBefore)}`)
  return passes(result) && passes(sinceBefore) ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
