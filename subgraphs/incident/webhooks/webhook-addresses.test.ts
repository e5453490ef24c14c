import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createAddressRules } from './webhook-addresses.ts'

const NOTHING = { allowedNetworks: [], allowHttp: false }
const PUBLIC = 'must lead to a public address'

/** The addresses that a name leads to. */
const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('the target of a webhook', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.31.0.1'],
    ...['192.168.0.1', '192.0.0.8', '198.18.0.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    // Other ways to write 127.0.0.1.
    ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1'],
    ...['[::]', '[::1]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]', '[3fff::1]'],
    // IPv4 in other clothes: mapped, compatible, NAT64, 6to4, Teredo.
    ...['[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
    ...['[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ])('is refused at %s', async (host) => {
    const rules = createAddressRules(NOTHING)
    expect(rules.textFaultOf(`https://${host}/hook`)).toBe(PUBLIC)
    expect(await rules.faultOf(`https://${host}/hook`, 'ACME')).toBe(PUBLIC)
  })

  it.each(['https://8.8.8.8/', 'https://8.8.8.8:8443/a?b=c', 'https://[2606:4700::1111]/'])('may be %s', (url) => {
    expect(createAddressRules(NOTHING).textFaultOf(url)).toBeNull()
  })

  it.each([
    ['http://8.8.8.8/', 'must begin with https://'],
    ['ftp://8.8.8.8/', 'must begin with https://'],
    ['https://user:pass@8.8.8.8/', 'must not have a user name or a password'],
    ['hook', 'must be a URL such as https://example.org/hook'],
    ['', 'must be a URL such as https://example.org/hook'],
  ])('is no %s', async (url, fault) => {
    expect(await createAddressRules(NOTHING).faultOf(url, 'ACME')).toBe(fault)
  })

  it('is refused if its name leads anywhere else than to public addresses, or nowhere', async () => {
    const fault = (...addresses: string[]) =>
      createAddressRules(NOTHING, resolving(...addresses)).faultOf('https://example.org/', 'ACME')
    expect(await fault('8.8.8.8', '2606:4700::1111')).toBeNull()
    expect(await fault('10.0.0.1')).toBe(PUBLIC)
    expect(await fault('8.8.8.8', '::1')).toBe(PUBLIC)
    expect(await fault('8.8.8.8', '::ffff:10.0.0.1')).toBe(PUBLIC)
    expect(await fault()).toBe('must have a name that can be looked up')
    const failing = createAddressRules(NOTHING, () => Promise.reject(new Error('ENOTFOUND')))
    expect(await failing.faultOf('https://example.org/', 'ACME')).toBe('must have a name that can be looked up')
  })

  it('has its name looked up beside three others of its institution at most', async () => {
    const held = Promise.withResolvers<void>()
    const rules = createAddressRules(NOTHING, async () => {
      await held.promise
      return resolving('8.8.8.8')()
    })
    const check = (institutionKey: string) => rules.faultOf('https://example.org/', institutionKey)
    const four = ['ACME', 'ACME', 'ACME', 'ACME'].map(check)
    await expect(check('ACME')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const other = check('BETA')
    held.resolve()
    expect(await Promise.all([...four, other])).toEqual([null, null, null, null, null])
    expect(await check('ACME')).toBeNull()
  })

  it('may be in a network that is allowed, and by http where that is allowed', async () => {
    const rules = createAddressRules(
      { allowedNetworks: ['10.1.0.0/16', 'fd00::/8'], allowHttp: true },
      resolving('10.1.9.9'),
    )
    expect(await rules.faultOf('http://inner.example/', 'ACME')).toBeNull()
    expect(rules.textFaultOf('http://10.1.2.3/')).toBeNull()
    expect(rules.textFaultOf('http://[fd00::1]/')).toBeNull()
    expect(rules.textFaultOf('http://10.2.0.1/')).toBe(PUBLIC)
    expect(rules.textFaultOf('http://127.0.0.1/')).toBe(PUBLIC)
  })

  it('is looked up again for each connection, which goes to allowed addresses only', async () => {
    let answers = ['8.8.8.8', '10.0.0.1']
    const { lookup } = createAddressRules(NOTHING, () => resolving(...answers)())
    const all = promisify<string, object, unknown>((host, options, done) => lookup(host, options, done))
    expect(await all('example.org', { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await all('example.org', {})).toBe('8.8.8.8')
    answers = ['10.0.0.1']
    await expect(all('example.org', { all: true })).rejects.toThrow(
      'example.org is not a public address: it is refused',
    )
  })
})
