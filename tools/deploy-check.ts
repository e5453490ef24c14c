import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkChart } from './deploy/chart-check.ts'
import { checkCompose } from './deploy/compose-check.ts'
import { checkImage } from './deploy/image-check.ts'
import { MissingProgram, PROGRAMS, provide } from './deploy/programs.ts'

// Checks `deploy` by the tools of its formats. What cannot be had on this machine is left out, and said so.
//   npm run deploy:check [-- --pages] [-- hadolint compose chart alerts image]
// --pages builds the pages of the image as the container file does; else those of the working tree are taken.

const context = join(import.meta.dirname, '..')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const run = (program: string, args: readonly string[], cwd = context): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return stdout
}

const provideIfAny = (program: Parameters<typeof provide>[0]): string | null => {
  try {
    return provide(program)
  } catch (error) {
    if (error instanceof MissingProgram) return null
    throw error
  }
}

const checkContainerfile = async () => {
  run(provide(PROGRAMS.hadolint), ['--failure-threshold', 'info', 'deploy/Containerfile'])
  return ['no findings of hadolint']
}

const checkHelm = async () => {
  const openapi = provideIfAny(PROGRAMS.kubernetes)
  const seen = checkChart(provide(PROGRAMS.helm), openapi, context)
  return openapi === null ? [...seen, 'not checked by the schemas of Kubernetes, for which Go is needed'] : seen
}

/** The expressions of the dashboards as rules, with the window that Grafana would fill in: promtool reads no others. */
const dashboardRules = (): string => {
  const folder = join(context, 'deploy/monitoring/dashboards')
  const expressions = readdirSync(folder).flatMap((file) => {
    const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    )
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
  })
  const rules = expressions.map((expr, n) => ({ record: `dashboard:expression_${n}`, expr }))
  return JSON.stringify({ groups: [{ name: 'dashboards', rules }] })
}

const checkAlerts = async () => {
  const promtool = provide(PROGRAMS.promtool)
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-rules-'))
  try {
    const rules = join(context, 'deploy/monitoring/rules')
    writeFileSync(join(folder, 'dashboards.yaml'), dashboardRules())
    const files = readdirSync(rules).map((file) => join(rules, file))
    const checked = run(promtool, ['check', 'rules', join(folder, 'dashboards.yaml'), ...files])
    const tests = join(context, 'deploy/monitoring/tests')
    run(promtool, ['test', 'rules', ...readdirSync(tests).map((file) => join(tests, file))])
    // As in the container: the rules are beside it.
    cpSync(join(context, 'deploy/compose/prometheus.yaml'), join(folder, 'prometheus.yaml'))
    cpSync(rules, join(folder, 'rules'), { recursive: true })
    run(promtool, ['check', 'config', join(folder, 'prometheus.yaml')])
    return [
      `${[...checked.matchAll(/SUCCESS: (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)} expressions`,
      'the tests of alerts pass',
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({
  options: { pages: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const checkImageHere = async () => {
  const built = ['gateway/dashboard/dist', 'gateway/reference/dist'].every((path) => existsSync(join(context, path)))
  if (!values.pages && !built) throw new Error('The pages are not built: npm run dashboard && npm run reference')
  return checkImage(context, values.pages ? null : context, (line) => void (/ RUN /.test(line) && say(`  ${line}`)))
}

const CHECKS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  hadolint: checkContainerfile,
  compose: async () => checkCompose(provide(PROGRAMS.compose), context),
  chart: checkHelm,
  alerts: checkAlerts,
  image: checkImageHere,
}

const unknown = positionals.filter((name) => CHECKS[name] === undefined)
if (unknown.length > 0)
  throw new Error(`There is no check ${unknown.join(', ')}; there are: ${Object.keys(CHECKS).join(', ')}`)
for (const [name, check] of Object.entries(CHECKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const startedAt = Date.now()
  const took = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
  try {
    say(`${name}: ${(await check()).join('; ')} (${took()})`)
  } catch (error) {
    if (error instanceof MissingProgram) say(`${name}: LEFT OUT, ${error.message}`)
    else {
      say(`${name}: FAILED after ${took()}\n${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
    }
  }
}
