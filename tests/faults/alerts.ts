import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSamples } from '../../tools/bench/common/metrics-text.rules.ts'
import { MissingProgram, PROGRAMS, provide } from '../../tools/deploy/programs.ts'
import type { Member } from './members.ts'
import { ROOT } from './members.ts'

/** The rules that an operator's Prometheus has. */
export const RULE_FILES = ['alerts.yaml', 'slo.yaml'].map((name) => join(ROOT, 'deploy/monitoring/rules', name))

/** A second of the test is a minute of the rules, so that an alert which waits for 15 minutes fires after 15 s. */
const SECOND_MS = 1_000
const MINUTES_A_SECOND = 60
const SCRAPE_TIMEOUT_MS = 900
/** Gauges of how long something lasts already: they grow as fast as the time of the rules. */
const LASTS = /_(?:oldest|lag|waiting|overdue)_seconds(?:\{|$)/
/** What waits for less than this does not last: it is how fast the platform is, which is no faster here. */
const MOMENTARY_S = 0.5

/** Null where the rules can be judged. */
export const promtoolMissing = ((): string | null => {
  try {
    provide(PROGRAMS.promtool)
    return null
  } catch (error) {
    if (error instanceof MissingProgram) return error.message
    throw error
  }
})()

const namesIn = (rules: string): ReadonlySet<string> =>
  new Set([...rules.matchAll(/\b(?:fleetops|nodejs|process)_\w+\b/g)].map(([name]) => name))

const scrape = async (url: string): Promise<string | null> => {
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

/** The samples of a scrape that the rules name, by their series. */
const samplesOf = (text: string, wanted: ReadonlySet<string>): readonly (readonly [series: string, value: number])[] =>
  readSamples(text)
    .filter(({ name }) => wanted.has(name))
    .map(({ name, labels, value }) => {
      const series = `${name}${labels}`
      return [series, LASTS.test(series) && value > MOMENTARY_S ? value * MINUTES_A_SECOND : value]
    })

/** As Prometheus does: labels that the target has too are renamed. */
const withLabels = (series: string, labels: string): string =>
  series.endsWith('}')
    ? series.replaceAll(/([{,])(job|instance|process)=/g, '$1exported_$2=').replace(/\}$/, `,${labels}}`)
    : `${series}{${labels}}`

/** What Prometheus would have of a platform: the metrics of each of its processes, once a second. */
export type Recording = {
  /** How many scrapes there were: the time of the rules, in minutes. */
  minutes(): number
  stop(): Promise<void>
  /**
   * The alerts that fired between two minutes, judged by promtool: of any process, or of those that `where` names by
   * matchers of labels.
   * @throws Error where a rule cannot be evaluated.
   */
  fired(alerts: readonly string[], from: number, to: number, where?: string): readonly string[]
}

export const recordMetrics = (members: readonly Member[]): Recording => {
  const wanted = namesIn(RULE_FILES.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const values = new Map<string, (number | null)[]>()
  let minutes = 0
  const note = (minute: number, series: string, value: number) => {
    const known = values.get(series) ?? []
    values.set(series, known)
    while (known.length < minute) known.push(null)
    known[minute] = value
  }
  const scrapeAll = async () => {
    const minute = minutes
    minutes += 1
    await Promise.all(
      members.map(async ({ name, url }) => {
        // The internal listener is a hundred above.
        const internal = Object.assign(new URL(url), { port: String(Number(new URL(url).port) + 100) }).origin
        const labels = `job="fleetops",process="${name}",instance="${name}"`
        const text = await scrape(internal)
        note(minute, `up{${labels}}`, text === null ? 0 : 1)
        for (const [series, value] of samplesOf(text ?? '', wanted)) note(minute, withLabels(series, labels), value)
      }),
    )
  }
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    last = Promise.all([last, scrapeAll()])
  }, SECOND_MS)
  /** A test of promtool, with what was recorded as its input. */
  const testOf = (matchers: string, from: number, to: number) => ({
    rule_files: RULE_FILES,
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...values].map(([series, samples]) => ({
          series,
          values: Array.from({ length: minutes }, (_, n) => samples[n] ?? '_').join(' '),
        })),
        promql_expr_test: [
          {
            expr: `count(count_over_time(ALERTS{${matchers}}[${to - from}m])) > bool 0`,
            eval_time: `${to}m`,
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      },
    ],
  })
  return {
    minutes: () => minutes,
    async stop() {
      clearInterval(timer)
      await last
    },
    fired(alerts, from, to, where = '') {
      const folder = mkdtempSync(join(tmpdir(), 'fleetops-alerts-'))
      try {
        return alerts.filter((alert) => {
          const file = join(folder, `${alert}.json`)
          writeFileSync(file, JSON.stringify(testOf(`alertname="${alert}",alertstate="firing",${where}`, from, to)))
          try {
            execFileSync(provide(PROGRAMS.promtool), ['test', 'rules', file], { stdio: 'pipe', encoding: 'utf8' })
            return true
          } catch (error) {
            const said = String(Object(error).stdout) + String(Object(error).stderr)
            // An alert that never fired has no series.
            if (/got:\s*(?:nil|\[\])?\s*$/m.test(said) && !said.includes('invalid sample')) return false
            throw new Error(said.slice(0, 2_000))
          }
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
