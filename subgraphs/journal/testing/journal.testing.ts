import { vi } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { openTestPlatform, type TestOptions, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../../incident/service.ts'
import type { ServiceDefinition } from '../../kit/service/service.ts'
import { journalService } from '../service.ts'

/** An ATM that the incident service has before the test; their numeric ids are 1, 2, … in this order. */
export type TestAtm = { agentAtmId: string; institutionKey: string | null; timeZone?: string }

/** The journal service beside the incident service, which owns the ATMs, on a database of their own. */
export type TestJournal = TestPlatform & {
  /** Uploads a text as an administrator of every institution, and answers what the service answers. */
  upload(agentAtmId: string, journalDate: string, text: string | Uint8Array): Promise<{ status: number; body: unknown }>
  /** Uploads, and waits until the file is parsed; answers the file. */
  uploadParsed(agentAtmId: string, journalDate: string, text: string | Uint8Array): Promise<Record<string, unknown>>
}

const registerAtms = async (platform: TestPlatform, atms: readonly TestAtm[]): Promise<void> => {
  for (const [index, { agentAtmId, institutionKey, timeZone }] of atms.entries()) {
    const body = { agentAtmIds: [agentAtmId], institutionKey, register: true }
    const resolved = await platform.askInternal('POST', '/incident/api/internal/atms/resolve', { body })
    if (Object(resolved.body)[0]?.atmId !== index + 1) throw new Error(`unexpected answer: ${resolved.text}`)
    if (timeZone !== undefined) {
      const update = `update incident.atm set time_zone = '${timeZone}' where agent_atm_id = '${agentAtmId}'`
      await runAs(platform.database.urls.superuser, [update])
    }
  }
}

/** Opens the services for a test file, and others beside them. */
export const openTestJournal = async (
  atms: readonly TestAtm[],
  { beside = [], ...options }: TestOptions & { readonly beside?: readonly ServiceDefinition[] } = {},
): Promise<TestJournal> => {
  const platform = await openTestPlatform([journalService, incidentService, ...beside], { start: true, ...options })
  const admin = await platform.token({ role: 'ADMIN' })
  await registerAtms(platform, atms)
  const upload: TestJournal['upload'] = (agentAtmId, journalDate, text) =>
    platform.ask('POST', `/journal/api/journal/files?agentAtmId=${agentAtmId}&journalDate=${journalDate}`, {
      as: admin,
      body: typeof text === 'string' ? Buffer.from(text) : text,
      headers: { 'content-type': 'text/plain' },
    })
  return {
    ...platform,
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
        { timeout: 60_000, interval: 20 },
      )
    },
  }
}

/**
 * What each test of a file begins with, made once: `fill` puts it into the database of a journal with these ATMs.
 * `open` opens the services on a copy of that database, at the same time; they drop it when they close.
 */
export const prepareTestJournal = async (
  atms: readonly TestAtm[],
  now: string,
  fill: (journal: TestJournal) => Promise<void>,
) => {
  const filled = await cloneDatabase()
  const journal = await openTestJournal(atms, { now, database: filled })
  await fill(journal)
  await journal.close()
  return {
    async open(): Promise<TestJournal> {
      const database = await cloneDatabase(filled)
      const opened = await openTestJournal([], { now, database })
      return {
        ...opened,
        async close() {
          await opened.close()
          await database.drop()
        },
      }
    },
    drop: () => filled.drop(),
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
          : `${short} ${short} ${time.slice(0, 5)} 0\n113 ${7000 + hour} 011000\n${card}\n` +
            `    ${hour + 1}00.00  230\nSURCHARGE:  0.00\n\n            ${code}\n`
      return (
        `------------${stamp(hour)}-------------\n============TRANSACTION START=============\n` +
        `${time} CARD:;${card}?\n${receipt}`
      )
    })
    .join('')
}
