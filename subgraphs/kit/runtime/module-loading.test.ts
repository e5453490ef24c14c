import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const LOADING = new URL('./module-loading.ts', import.meta.url).href

/** Keeps enough objects alive for V8 to let the space for young ones grow, and tells how large it became. */
const THREAD = `
  const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8')
  const kept = []
  let most = 0
  for (let n = 0; n < 3_000_000; n += 1) {
    kept[n % 200_000] = { n, in: [n] }
    if (n % 50_000 > 0) continue
    const { space_size: size } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    most = Math.max(most, size)
  }
  process.getBuiltinModule('node:worker_threads').parentPort.postMessage(most)`

const PROGRAM = `
  import { Worker } from 'node:worker_threads'
  import { prepareLoading } from '${LOADING}'
  prepareLoading()
  const options = { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 16 } }
  new Worker(${JSON.stringify(THREAD)}, options).once('message', (most) => console.log(most))`

it('leaves threads their own limits, whatever space the command line gives to the young objects of a program', () => {
  const flags = ['--max-semi-space-size=64', '--input-type=module', '--eval', PROGRAM]
  const most = Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }))
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(40 * 1_048_576)
})
