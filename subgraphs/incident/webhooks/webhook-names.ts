import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { withDeadline } from '../../kit/common/deadline.ts'

export type Address = { readonly address: string; readonly family: number }
/** Finds the addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly Address[]>

export type NameSources = {
  readonly hostsFile: string
  /** Servers to ask, as `host:port`; those of the system when left out. */
  readonly servers?: readonly string[]
  /** How long one server has to answer, and how long all of a lookup may take. */
  readonly serverMs: number
  readonly totalMs: number
}

/** Shorter than a connection may take to be made. */
const OF_SYSTEM: NameSources = { hostsFile: '/etc/hosts', serverMs: 2_000, totalMs: 4_000 }

const addressOf = (address: string): Address => ({ address, family: isIP(address) })

/** The addresses that lines such as `10.1.2.3 inner.example inner` give a name. */
const listHosts = async (file: string, hostname: string): Promise<readonly Address[]> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((name) => name.toLowerCase() === hostname) ? [addressOf(address)] : []
  })
}

const askServers = async (hostname: string, { servers, serverMs, totalMs }: NameSources) => {
  const resolver = new Resolver({ timeout: serverMs, tries: 1 })
  if (servers !== undefined) resolver.setServers(servers)
  const asked = Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  try {
    return await withDeadline(asked, totalMs, () => {
      throw new Error(`${hostname} could not be looked up in time`)
    })
  } finally {
    resolver.cancel()
  }
}

/**
 * Looks names up in the hosts file, then by DNS, as they are written. Unlike `dns.lookup` this occupies no thread of
 * the process: the names of webhooks are other people's, and their servers may never answer. Rejects where a name leads
 * nowhere, and where it cannot be looked up in time.
 */
export const createResolveName =
  (sources: NameSources = OF_SYSTEM): ResolveName =>
  async (written) => {
    const hostname = written.toLowerCase().replace(/\.$/, '')
    const listed = await listHosts(sources.hostsFile, hostname)
    if (listed.length > 0) return listed
    const answers = await askServers(hostname, sources)
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const [failed] = answers.filter((answer) => answer.status === 'rejected')
    if (found.length === 0 && failed !== undefined) throw failed.reason
    return found.map(addressOf)
  }
