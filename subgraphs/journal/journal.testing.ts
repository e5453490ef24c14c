import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { vi } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/platform.ts'
import { journalService } from './service.ts'

/** An ATM as the incident service knows it. */
export type DirectoryAtm = { atmId: number; agentAtmId: string; institutionKey: string | null; timeZone: string | null }

/** A journal service on a database of its own, with a stand-in for the incident service's directory of ATMs. */
export type TestJournal = TestPlatform & {
  readonly directory: Map<string, DirectoryAtm>
  /** Uploads a text as an administrator of every institution, and answers what the service answers. */
  upload(agentAtmId: string, journalDate: string, text: string | Uint8Array): Promise<{ status: number; body: unknown }>
  /** Uploads, and waits until the file is parsed; answers the file. */
  uploadParsed(agentAtmId: string, journalDate: string, text: string | Uint8Array): Promise<Record<string, unknown>>
  runJob(name: string): Promise<string>
}

const startDirectory = async (directory: Map<string, DirectoryAtm>): Promise<{ server: Server; url: string }> => {
  const server = createServer(async (request, response) => {
    const asked = Object(await json(request))
    const agentAtmIds: string[] = asked.agentAtmIds
    for (const agentAtmId of agentAtmIds) {
      if (directory.has(agentAtmId) || asked.register !== true) continue
      const atm = { atmId: directory.size + 1, agentAtmId, institutionKey: asked.institutionKey, timeZone: null }
      directory.set(agentAtmId, atm)
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(agentAtmIds.flatMap((id) => directory.get(id) ?? [])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

/** Opens the journal service for a test file. `atms` are the ATMs that the directory knows, by agent id. */
export const openTestJournal = async (
  atms: readonly DirectoryAtm[],
  options: { readonly now?: string; readonly env?: Record<string, string> } = {},
): Promise<TestJournal> => {
  const directory = new Map(atms.map((atm) => [atm.agentAtmId, atm]))
  const { server, url } = await startDirectory(directory)
  const platform = await openTestPlatform([journalService], {
    start: true,
    ...options,
    env: { INTERNAL_URL: url, ...options.env },
  })
  const admin = await platform.token({ role: 'ADMIN' })
  const upload: TestJournal['upload'] = (agentAtmId, journalDate, text) =>
    platform.ask('POST', `/journal/api/journal/files?agentAtmId=${agentAtmId}&journalDate=${journalDate}`, {
      as: admin,
      body: typeof text === 'string' ? Buffer.from(text) : text,
      headers: { 'content-type': 'text/plain' },
    })
  return {
    ...platform,
    directory,
    upload,
    async uploadParsed(agentAtmId, journalDate, text) {
      const { body } = await upload(agentAtmId, journalDate, text)
      const path = `/journal/api/journal/files/${Object(body).id}`
      const read = async () => Object((await platform.ask('GET', path, { as: admin })).body)
      return vi.waitFor(
        async () => {
          const file = await read()
          if (file.status === 'RECEIVED') throw new Error('the file is not parsed yet')
          return file
        },
        { timeout: 10_000, interval: 20 },
      )
    },
    async runJob(name) {
      const job = platform.process.jobs.find((found) => found.name === name)
      if (job === undefined) throw new Error(`there is no job ${name}`)
      return job.run({ now: platform.clock.now(), log: platform.process.log, progress: () => {} })
    },
    async close() {
      await platform.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A recycler's journal of a day with withdrawals at full hours, as many as there are codes; `null` prints none. */
export const recyclerDay = (day: string, codes: readonly (string | null)[], card = '412345XXXXXX6789'): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  const stamp = (hour: number) => `${month}/${date}/${year.slice(2)} ${String(hour).padStart(2, '0')}:00:00`
  const short = `${year.slice(2)}/${month}/${date}`
  return codes
    .map((code, hour) => {
      const time = stamp(hour).slice(9)
      const receipt =
        code === null
          ? ''
          : `${short} ${short} ${time.slice(0, 5)} 0\n113 ${7000 + hour} 011000\n${card}\n    ${hour + 1}00.00  230\nSURCHARGE:  0.00\n\n            ${code}\n`
      return `------------${stamp(hour)}-------------\n============TRANSACTION START=============\n${time} CARD:;${card}?\n${receipt}`
    })
    .join('')
}
