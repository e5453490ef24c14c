import { BlockList, isIP, type LookupFunction } from 'node:net'
import { DomainError } from '../../kit/common/errors.ts'
import type { WebhookTargets } from '../../kit/config/config.ts'
import { type Address, createResolveName, type ResolveName } from './webhook-names.ts'

/** Names of an institution's callers that are looked up at once. */
const MOST_LOOKUPS = 4

/** Networks of IPv4 that are private, local, shared, reserved or for many receivers (RFC 6890 and its registry). */
const NOT_PUBLIC_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** All that is public of IPv6: mapped, translated, local and unassigned addresses are refused without a list. */
const PUBLIC_6 = ['2000::/3']
/** Except transition mechanisms, which lead to addresses of IPv4, and what is for protocols and documentation. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

const notPublic4 = listOf(NOT_PUBLIC_4)
const public6 = listOf(PUBLIC_6)
const notPublic6 = listOf(NOT_PUBLIC_6)

const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !notPublic4.check(address, 'ipv4')
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** An address that webhooks may not be sent to. */
export const refusedTarget = (hostname: string): Error =>
  new Error(`${hostname} is not a public address: it is refused`)

/** Whether addresses may be sent to, and how names are looked up so that only such addresses are ever connected to. */
export type AddressRules = {
  /**
   * Why an institution's URL is refused, by its text and what its name leads to right now; null where it is not.
   * @throws DomainError UNAVAILABLE while as many names of the institution are looked up as may be at once.
   */
  faultOf(url: string, institutionKey: string): Promise<string | null>
  /** Why a URL is refused by its text alone. A literal address is never looked up, so it is checked here. */
  textFaultOf(url: string): string | null
  /** For `connect`: the connection goes to an address that was checked, whatever the name leads to later. */
  readonly lookup: LookupFunction
}

const hostOf = ({ hostname }: URL): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/** Looks names up, a few of an institution at once; null for one that cannot be. */
const createBoundedLookups = (resolve: ResolveName) => {
  const underWay = new Map<string, number>()
  return async (host: string, institutionKey: string): Promise<readonly Address[] | null> => {
    const others = underWay.get(institutionKey) ?? 0
    if (others >= MOST_LOOKUPS)
      throw new DomainError('UNAVAILABLE', 'Too many names of webhooks are being looked up right now; try again.')
    underWay.set(institutionKey, others + 1)
    const found = await resolve(host).catch(() => null)
    const left = (underWay.get(institutionKey) ?? 1) - 1
    if (left === 0) underWay.delete(institutionKey)
    else underWay.set(institutionKey, left)
    return found
  }
}

/** `resolve` is for tests; it ends in bounded time. */
export const createAddressRules = (rules: WebhookTargets, resolve: ResolveName = createResolveName()): AddressRules => {
  const lookUp = createBoundedLookups(resolve)
  const allowed = listOf(rules.allowedNetworks)
  const isAllowed = (address: string): boolean => isPublic(address) || allowed.check(address, familyOf(address))
  const resolveAllowed = async (hostname: string): Promise<readonly Address[]> => {
    const found = (await resolve(hostname)).filter(({ address }) => isAllowed(address))
    if (found.length === 0) throw refusedTarget(hostname)
    return found
  }
  const textFaultOf = (text: string): string | null => {
    const url = URL.parse(text)
    if (url === null) return 'must be a URL such as https://example.org/hook'
    if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:')) return 'must begin with https://'
    if (url.username !== '' || url.password !== '') return 'must not have a user name or a password'
    const host = hostOf(url)
    return isIP(host) !== 0 && !isAllowed(host) ? 'must lead to a public address' : null
  }
  return {
    textFaultOf,
    async faultOf(text, institutionKey) {
      const fault = textFaultOf(text)
      const url = URL.parse(text)
      if (fault !== null || url === null) return fault
      const host = hostOf(url)
      if (isIP(host) !== 0) return null
      const found = await lookUp(host, institutionKey)
      if (found === null || found.length === 0) return 'must have a name that can be looked up'
      // All of them: which one a connection takes is up to chance.
      return found.every(({ address }) => isAllowed(address)) ? null : 'must lead to a public address'
    },
    lookup(hostname, { all }, callback) {
      resolveAllowed(hostname).then(
        (found) => {
          const [first] = found
          if (all === true) callback(null, [...found])
          else callback(null, first?.address ?? '', first?.family)
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
      )
    },
  }
}
