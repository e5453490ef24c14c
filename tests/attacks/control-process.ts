import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portOf } from '../support/ports.ts'

// A bare server that does what a stored event costs at least: one write that reaches the disk. What it makes a caller
// wait is the machine's share of a wait, not the platform's.
const folder = mkdtempSync(join(tmpdir(), 'fleetops-control-'))
const file = openSync(join(folder, 'writes'), 'w')
const block = Buffer.alloc(8_192)

const server = createServer((_request, response) => {
  write(file, block, 0, block.length, 0, () => fdatasync(file, () => response.end('{}')))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(portOf(server))
})
process.once('disconnect', () => {
  closeSync(file)
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})
