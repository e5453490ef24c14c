import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector/promises'
import { tableOf } from './figures.ts'
import { sharesOf } from './profile-shares.rules.ts'

const REPOSITORY = new URL('../../..', import.meta.url).pathname

/** Where a function is from: `subgraphs/incident/ingest/write-rows.ts`, `fastify`, `node:net`. */
export const placeOf = (url: string): string => {
  const path = url.replace(/^file:\/\//, '').replace(REPOSITORY, '')
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return inPackage ?? (path === '' ? '(engine)' : path)
}

/** The folder or package, for the sums: `subgraphs/incident`, `fastify`, `node`. */
const folderOf = (place: string): string =>
  place.startsWith('node:')
    ? 'node'
    : place.includes('/') && !place.startsWith('@')
      ? place.split('/').slice(0, 2).join('/')
      : place

type Cost = { readonly name: string; readonly place: string; readonly us: number }

const costsOf = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Cost[] => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const costs = new Map<string, { name: string; place: string; us: number }>()
  for (const [n, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || frame.url === 'node:inspector') continue
    const place = placeOf(frame.url)
    const name = frame.functionName === '' ? `(anonymous, line ${frame.lineNumber + 1})` : frame.functionName
    const key = `${name} ${place}`
    const cost = costs.get(key) ?? { name, place, us: 0 }
    cost.us += timeDeltas[n] ?? 0
    costs.set(key, cost)
  }
  return [...costs.values()].sort((a, b) => b.us - a.us)
}

/** Neither idleness nor the profiler's own start is work of the platform. */
const IDLE = new Set(['(idle)', '(root)'])

/** The functions, and the folders in which a profiled process spent most time of its own. */
export const summariseProfile = (file: string, title: string): string => {
  const profile: Profiler.Profile = JSON.parse(readFileSync(file, 'utf8'))
  const all = costsOf(profile)
  const idleUs = all.filter(({ name }) => IDLE.has(name)).reduce((sum, { us }) => sum + us, 0)
  const busy = all.filter(({ name }) => !IDLE.has(name))
  const busyUs = busy.reduce((sum, { us }) => sum + us, 0)
  const share = (us: number) => `${((us * 100) / busyUs).toFixed(1)}%`
  const folders = new Map<string, number>()
  for (const { place, name, us } of busy) {
    const folder = place === '(engine)' ? name : folderOf(place)
    folders.set(folder, (folders.get(folder) ?? 0) + us)
  }
  const byFolder = [...folders].sort(([, a], [, b]) => b - a).slice(0, 14)
  const busyShare = ((busyUs * 100) / (busyUs + idleUs)).toFixed(0)
  return [
    `${title}: the platform's process was busy for ${busyShare}% of the time; of that, by what was done`,
    tableOf(sharesOf(profile, placeOf).map(({ name, share: part }) => [name, `${(part * 100).toFixed(1)}%`])),
    'by own time',
    tableOf(byFolder.map(([folder, us]) => [folder, share(us)])),
    'and by function',
    tableOf(busy.slice(0, 25).map(({ name, place, us }) => [`${name}  ${place}`, share(us)])),
    `(${file})`,
  ].join('\n')
}
