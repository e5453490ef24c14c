import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Every suite: `npm test`, then each `test:<name>` of package.json. A suite that cannot run here says itself what it
// skipped and why.
// Mutation testing is no suite: it judges the tests, and takes hours.
const NO_SUITES = ['test:all', 'test:model', 'test:mutation']
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const suites = ['test', ...Object.keys(scripts).filter((name) => name.startsWith('test:') && !NO_SUITES.includes(name))]
const failed = suites.filter((name) => {
  process.stdout.write(`\nnpm run ${name}\n`)
  return spawnSync('npm', ['run', name], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0
})
process.stdout.write(
  failed.length === 0 ? `\nAll suites passed: ${suites.join(', ')}\n` : `\nFailed: ${failed.join(', ')}\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1
