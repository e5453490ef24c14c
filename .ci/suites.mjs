// Prints the suites of npm that .ci/run runs, those of a line side by side: node .ci/suites.mjs [folder]
// Exits with 1 where .ci/suites.json and the test scripts of package.json do not name the same, or there is no suite.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The names of the suites to run, each with those that wait more than they compute and run beside it, and what is wrong
 * with the two lists, in words.
 */
export const suitesOf = ({ scripts = {} }, { suites = {}, leftOut = {} }) => {
  const names = Object.keys(suites)
  const known = new Set([...names, ...Object.keys(leftOut)])
  const tests = Object.keys(scripts).filter((name) => name === 'test' || name.startsWith('test:'))
  const alone = names.filter((name) => suites[name].beside === undefined)
  return {
    groups: alone.map((name) => [name, ...names.filter((other) => suites[other].beside === name)]),
    faults: [
      ...names.flatMap((name) => {
        const { beside } = suites[name]
        return beside === undefined || alone.includes(beside) ? [] : [`${name} cannot run beside ${beside}`]
      }),
      ...(names.includes('test') ? [] : ['.ci/suites.json does not run npm test']),
      ...tests.filter((name) => !known.has(name)).map((name) => `.ci/suites.json does not name ${name}`),
      ...[...known].filter((name) => !tests.includes(name)).map((name) => `package.json has no script ${name}`),
    ],
  }
}

const main = ([folder = '.']) => {
  const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { groups, faults } = suitesOf(read('package.json'), read('.ci/suites.json'))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(groups.map((names) => names.join(' ')).join('\n'))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2))
