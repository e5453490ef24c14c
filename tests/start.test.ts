import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findPortPair } from './support/gateway-services.ts'
import { groupLives, type Program, serverOn, startProgram, sweep } from './support/start-program.ts'

const UP = 'Ctrl-C stops everything.'
const dataDir = mkdtempSync(join(tmpdir(), 'fleetops-start-'))
// Root's server runs as another user, and would put its data elsewhere if it could not enter.
chmodSync(dataDir, 0o755)
const programs: Program[] = []
afterAll(() => sweep(dataDir, programs))

const start = (command: readonly [string, ...string[]], env: Record<string, string>) => {
  const program = startProgram(command, { DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'warn', ...env })
  programs.push(program)
  return program
}

/** Started as `npm start` does after its set-up. */
const PLATFORM = [process.execPath, 'gateway/main.ts'] as const

const startPlatform = async (env: Record<string, string> = {}, command: readonly [string, ...string[]] = PLATFORM) => {
  const port = await findPortPair()
  const program = start(command, { PORT: String(port), INTERNAL_PORT: String(port + 100), ...env })
  return { program, port }
}

/** Address and token of the printed `curl` line. */
const firstCall = (output: string) => {
  const [, token = '', url = ''] = /curl -s -H "Authorization: Bearer ([^"]+)" (\S+)/.exec(output) ?? []
  return { url, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } }
}

const vendors = async (port: number, output: string, name?: string) => {
  const { headers } = firstCall(output)
  const answer = await fetch(`http://127.0.0.1:${port}/claims/api/claims/vendors`, {
    headers,
    ...(name === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify({ name, type: 'SP', institutionKey: 'ACME' }) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const expectNothingLeft = ({ pid }: Program) => {
  expect(groupLives(pid)).toBe(false)
  expect(serverOn(dataDir)).toBeNull()
}

// A story on one data folder: each start finds what the one before it left there.
describe('programs of the platform', { shuffle: false }, () => {
  describe('npm start', { timeout: 120_000 }, () => {
    it('serves, prints a call that works, ends at Ctrl-C with nothing cut off and leaves no process', async () => {
      const { program, port } = await startPlatform({}, ['npm', 'start'])
      const output = await program.prints(UP)
      const { url, headers } = firstCall(output)
      const answer = await fetch(url, { headers })
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { connectivity: { total: expect.any(Number) }, degradedSources: [] },
      ])
      expect((await vendors(port, output, 'kept')).status).toBe(201)
      for (const role of ['ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN', 'CUSTOMER', 'USER', 'AGENT'])
        expect(output).toMatch(new RegExp(`^ {2}${role}\\b`, 'm'))
      // On a machine with much else to do it may not be for a moment; then its answer says why.
      const readiness = async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/actuator/health/readiness`)
        return answer.status === 200 ? 'ready' : await answer.text()
      }
      await expect.poll(readiness, { timeout: 10_000 }).toBe('ready')
      const runTool = async (...args: string[]) => {
        const tool = start([process.execPath, ...args], {})
        expect(await tool.ended).toBe(0)
        return tool.output()
      }
      const token = await runTool('tools/token.ts', '--role', 'CUSTOMER', '--institution', 'ACME')
      expect((await fetch(url, { headers: { authorization: `Bearer ${token.trim()}` } })).status).toBe(200)
      expect(await runTool('tools/job.ts')).toMatch(/^journal\.gap-detection +0 6 \* \* \* +UTC /m)
      expect(await runTool('tools/job.ts', 'journal.gap-detection')).toMatch(
        /Running journal\.gap-detection …\n[^\n]*gap/,
      )
      program.signal('SIGINT')
      // npm passes its own signal on as well, which is not a second one.
      await program.ended
      expectNothingLeft(program)
      // Nothing took longer than the 4.5 s that all of it has.
      expect(program.output()).not.toContain('cut off')
    })

    it('finds its data again, also after kill -9 of everything', async () => {
      const { program, port } = await startPlatform()
      const output = await program.prints(UP)
      expect((await vendors(port, output)).body).toMatchObject([{ name: 'kept' }])
      expect((await vendors(port, output, 'kept too')).status).toBe(201)
      const server = serverOn(dataDir)
      program.signal('SIGKILL')
      if (server !== null) process.kill(server, 'SIGKILL')
      await program.ended
      const again = await startPlatform()
      const found = await vendors(again.port, await again.program.prints(UP))
      expect(found.body.map(({ name }: { name: string }) => name)).toEqual(['kept', 'kept too'])
      again.program.signal('SIGKILL')
      await again.program.ended
    })

    it('adopts a server that a killed start left behind, and a second signal ends the draining at once', async () => {
      const server = serverOn(dataDir)
      expect(server).not.toBeNull()
      const { program, port } = await startPlatform()
      const { headers } = firstCall(await program.prints(UP))
      expect(serverOn(dataDir)).toBe(server)
      // A request that never ends: the draining waits for it.
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `POST /claims/api/claims/vendors HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{"name":',
      )
      await fetch(`http://127.0.0.1:${port}/api/public/info`)
      program.signal('SIGTERM')
      await program.prints('Stopping')
      // What comes close to the first one is the same key press, which npm passes on once more.
      const press = () => {
        program.signal('SIGINT')
        return program.output()
      }
      await expect.poll(press, { interval: 50, timeout: 10_000 }).toContain('Stopping at once')
      // The request is still open, and cut off.
      expect(await program.ended).toBe(1)
      expect(program.output()).toContain('cut off: ')
      socket.destroy()
      expectNothingLeft(program)
    })

    it('says in one sentence that a port is taken', async () => {
      const taken = createServer()
      const port = await findPortPair()
      await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
      const { program } = await startPlatform({ PORT: String(port) })
      expect(await program.ended).toBe(1)
      expect(program.output()).toContain(
        `Port ${port} of 127.0.0.1 is taken by another program: end that one, or set PORT to a free port.`,
      )
      expect(program.output()).not.toMatch(/\n\s+at /)
      expectNothingLeft(program)
      await new Promise((resolve) => taken.close(resolve))
    })

    it('names every fault of its environment at once', async () => {
      const { program } = await startPlatform({ NODE_ENV: 'production', DEMO: '' })
      expect(await program.ended).toBe(1)
      for (const name of ['JWT_SECRET', 'INTERNAL_SERVICE_SECRET', 'DATABASE_URL', 'MIGRATION_DATABASE_URL'])
        expect(program.output()).toContain(name)
      expectNothingLeft(program)
    })
  })

  describe('a service alone', { timeout: 120_000 }, () => {
    it('shares the server of its data folder with the platform, which calls it over HTTP', async () => {
      const servicePort = await findPortPair()
      const service = start(['npm', 'start', '--workspace', 'subgraphs/claims'], { PORT: String(servicePort) })
      await service.prints(`claims listens on http://127.0.0.1:${servicePort}`)
      const { program, port } = await startPlatform({ CLAIMS_URL: `http://127.0.0.1:${servicePort}` })
      const output = await program.prints(UP)
      const { headers } = firstCall(output)
      expect((await vendors(port, output)).status).toBe(200)
      const ask = (base: string, headersGiven: Record<string, string>) =>
        fetch(`${base}/graphql`, { method: 'POST', headers: headersGiven, body: '{"query":"{ vendors { name } }"}' })
      const throughGateway = await ask(`http://127.0.0.1:${port}`, headers)
      const direct = await ask(`http://127.0.0.1:${servicePort}`, headers)
      const { data } = await throughGateway.json()
      expect(await direct.json()).toEqual({ data })
      expect(data).toHaveProperty('vendors')
      expect((await ask(`http://127.0.0.1:${servicePort}`, { 'content-type': 'application/json' })).status).toBe(401)
      expect((await fetch(`http://127.0.0.1:${servicePort + 100}/actuator/health`)).status).toBe(200)
      const body = '{"name":"drained","type":"SP","institutionKey":"ACME"}'
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /claims/api/claims/vendors HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n` +
          'Connection: close\r\n\r\n',
      )
      // Only a request that has arrived is under way.
      const [arrived] = await once(socket, 'data')
      expect(String(arrived)).toMatch(/^HTTP\/1\.1 100 /)
      program.signal('SIGTERM')
      await program.prints('Stopping')
      // What was under way when the stop began is still answered.
      socket.write(body)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /)
      expect(await program.ended).toBe(0)
      expect(program.output()).not.toContain('cut off')
      // The service still needs it.
      expect(serverOn(dataDir)).not.toBeNull()
      service.signal('SIGINT')
      await service.ended
      expectNothingLeft(service)
      expect(service.output()).not.toContain('cut off')
      expect(readdirSync(dataDir)).toContain('secrets.json')
    })
  })
})
