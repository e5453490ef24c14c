import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../support/database.ts'
import type { Answered, Asked } from './process.ts'

const MAIN = fileURLToPath(new URL('process-main.ts', import.meta.url))

/** A second process of the platform. What it had not answered when it is killed is asked once more of the next one. */
export type Member = {
  ask(asked: Asked): Promise<Answered>
  /** Kills the process after so many more things that it took, or with the next question; another one then starts. */
  killAfter(answers: number): void
  /** Resolves when a process runs. */
  settled(): Promise<void>
  /** How often it was started, and when the last time. */
  starts(): readonly string[]
  close(): Promise<void>
}

export const startMember = async (database: TestDatabase, now: string): Promise<Member> => {
  const starts: string[] = []
  const waiting = new Map<number, { readonly asked: Asked; done(answered: Answered): void }>()
  let ids = 0
  let left = Number.POSITIVE_INFINITY
  let child: ChildProcess
  let running: Promise<void> = Promise.resolve()
  const start = async (at: string): Promise<void> => {
    starts.push(at)
    const env = { ...process.env, SHIFT_DATABASE: JSON.stringify(database.urls), SHIFT_NOW: at }
    child = fork(MAIN, { env, execArgv: [], serialization: 'json' })
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (first?.id !== 0) throw new Error('a process of the platform did not start')
    child.on('message', hear)
    for (const [id, { asked }] of waiting) child.send({ id, asked })
  }
  const hear = ({ id, answered }: { readonly id: number; readonly answered: Answered }): void => {
    const one = waiting.get(id)
    waiting.delete(id)
    // What was refused shows nothing of the time at which the process heard an ATM.
    if (answered.status < 300) left -= 1
    one?.done(answered)
    if (left === 0) running = restart(one?.asked.now ?? '')
  }
  const restart = async (at: string): Promise<void> => {
    left = Number.POSITIVE_INFINITY
    const gone = once(child, 'exit')
    child.removeAllListeners('message')
    child.kill('SIGKILL')
    await gone
    await start(at)
  }
  await start(now)
  return {
    ask: (asked) =>
      new Promise((done) => {
        ids += 1
        waiting.set(ids, { asked, done })
        if (child.connected) child.send({ id: ids, asked })
        if (left === 0) running = restart(asked.now)
      }),
    killAfter(answers) {
      left = answers
    },
    settled: () => {
      left = Number.POSITIVE_INFINITY
      return running
    },
    starts: () => starts,
    async close() {
      if (child.exitCode !== null || !child.connected) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
