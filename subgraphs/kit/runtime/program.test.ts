import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** A program that writes to both outputs for as long as it runs, and counts its rounds over its channel. */
const CHATTERING = `
  import { runProgram } from '${new URL('program.ts', import.meta.url).href}'
  let rounds = 0
  const chatter = () => { process.stdout.write('.'); process.stderr.write('.'); process.send(rounds++) }
  await runProgram((life) => life.open({
    name: 'chatter', atLeastMs: 10, open: async () => setInterval(chatter, 5), close: async (timer) => { clearInterval(timer); process.disconnect() },
  }))`

test('a program whose reader went away goes on, and ends at a signal', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CHATTERING], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (let round = 0; round < 20; round += 1) await once(child, 'message')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
