// Judges the report of one suite: node .ci/judge-suite.mjs <npm script> <report.json> <exit code>
// Prints which tests failed and why the suite fails, then "passed failed" as its last line. A suite fails that left no
// report, skipped a test, ran fewer tests than .ci/suites.json asks for, or ended with an error that no test shows.
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** How many failed tests are named; the rest is counted. */
const NAMED = 30

/** The first line of a text, without colours. */
const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0]
    .slice(0, 300)

/** Where, which and why: of each failed test, and of each file that failed as a whole. */
const failuresOf = ({ name = '', status, message, assertionResults = [] }) => {
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : []
  return tests.map(({ fullName, failureMessages = [] }) => `${name}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

/** The numbers of a report and the names of its skipped and failed tests; null where there is none. */
export const readReport = (file) => {
  if (!existsSync(file)) return null
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults ?? [])
  const named = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName)
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    skippedNames: named,
    failures: (report.testResults ?? []).flatMap(failuresOf),
  }
}

/**
 * Why a suite does not count as run, in words; an empty list where it does. Failed tests are counted by their number,
 * not here.
 */
export const faultsOf = (report, { atLeast, exitCode }) => {
  if (report === null) return ['it left no report']
  const { passed, failed, skipped, skippedNames } = report
  return [
    ...(passed + failed === 0 ? ['it ran no test'] : []),
    ...(skipped > 0 ? [`it skipped ${skipped}: ${skippedNames.join('; ')}`] : []),
    ...(atLeast === undefined ? ['.ci/suites.json does not say how many tests it has at least'] : []),
    ...(atLeast !== undefined && passed + failed < atLeast
      ? [`it ran ${passed + failed} tests, and .ci/suites.json asks for ${atLeast} at least`]
      : []),
    ...(exitCode !== 0 && failed === 0 ? [`it ended with code ${exitCode} although no test failed`] : []),
  ]
}

const main = ([name, file, exitCode]) => {
  const { suites } = JSON.parse(readFileSync(new URL('suites.json', import.meta.url), 'utf8'))
  const report = readReport(file)
  const faults = faultsOf(report, { atLeast: suites[name]?.atLeast, exitCode: Number(exitCode) })
  const failures = report?.failures ?? []
  for (const failure of failures.slice(0, NAMED)) console.log(failure)
  if (failures.length > NAMED) console.log(`and ${failures.length - NAMED} more`)
  for (const fault of faults) console.log(`npm run ${name}: ${fault}`)
  console.log(`${report?.passed ?? 0} ${(report?.failed ?? 0) + faults.length}`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2))
