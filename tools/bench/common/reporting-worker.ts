import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A thread that reports when asked, and once more when it is stopped. */
export type ReportingWorker<Command, Report> = {
  tell(command: Command): void
  report(): Promise<Report>
  stop(): Promise<Report>
}

/** Starts such a thread. */
export const startReportingWorker = <Command, Report>(
  script: URL,
  workerData: object,
): ReportingWorker<Command, Report> => {
  const worker = new Worker(script, { workerData })
  const ask = async (kind: 'report' | 'stop'): Promise<Report> => {
    const answer = once(worker, 'message')
    worker.postMessage({ kind })
    const [report]: Report[] = await answer
    if (report === undefined) throw new Error('a thread gave no report')
    return report
  }
  return {
    tell: (command) => worker.postMessage(command),
    report: () => ask('report'),
    async stop() {
      const report = await ask('stop')
      await worker.terminate()
      return report
    },
  }
}
