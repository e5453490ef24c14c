import { describe, expect, it } from 'vitest'
import { checkAdvisories } from './advisories.ts'
import { licenceFaults, type Policy, packagesOf, readPolicy, scriptFaults } from './policy.ts'

const REASON = 'a reason that says enough'
const policyOf = (more: Partial<Policy> = {}): Policy => ({
  licences: ['MIT', 'ISC'],
  packages: [],
  advisories: [],
  ...more,
})

const lockOf = (packages: Readonly<Record<string, object>>) =>
  packagesOf(JSON.stringify({ packages: { '': {}, tools: {}, 'node_modules/w': { link: true }, ...packages } }))

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['MIT OR GPL-3.0-only', true],
    ['(MIT AND ISC)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    [undefined, false],
  ])('of %s are taken: %s', (license, isTaken) => {
    const faults = licenceFaults(policyOf(), lockOf({ 'node_modules/a/node_modules/@b/c': { license } }))
    const named = `node_modules/a/node_modules/@b/c: the licence ${license ?? '(none)'}`
    const fault = `${named} is not in tools/packages/policy.json`
    expect(faults).toEqual(isTaken ? [] : [fault])
  })

  it('of a package that the policy names are those that it says, and what it names is installed', () => {
    const named = { names: ['css', 'css-*', 'gone'], licence: 'MPL-2.0', reason: REASON }
    const faults = licenceFaults(
      policyOf({ packages: [named] }),
      lockOf({
        'node_modules/css': { license: 'MPL-2.0' },
        'node_modules/css-linux': {},
        'node_modules/css-mac': { license: 'GPL-2.0-only' },
        'node_modules/other': { license: 'MPL-2.0' },
      }),
    )
    expect(faults.map((fault) => fault.split(' ').at(0))).toEqual([
      'node_modules/css-mac:',
      'node_modules/other:',
      'tools/packages/policy.json',
    ])
  })
})

it('install scripts are those that package.json has decided about', () => {
  const packages = lockOf({
    'node_modules/yes': { hasInstallScript: true },
    'node_modules/a/node_modules/no': { hasInstallScript: true },
    'node_modules/new': { hasInstallScript: true },
    'node_modules/plain': {},
  })
  expect(scriptFaults({ yes: true, no: false, plain: true }, packages)).toEqual([
    'new has an install script: read it, and add it to allowScripts of package.json',
    'allowScripts of package.json names plain, which has no install script',
  ])
})

describe('advisories', () => {
  const ID = 'GHSA-2345-6789-cfgh'
  const advisory = { name: 'a', title: 'it leaks', severity: 'high', range: '<2', url: `https://x/advisories/${ID}` }
  const printed = JSON.stringify({ vulnerabilities: { a: { via: [advisory] }, b: { via: ['a'] } } })
  const accepted = (until: string) => policyOf({ advisories: [{ id: ID, package: 'a', reason: REASON, until }] })
  const NONE = JSON.stringify({ vulnerabilities: {} })

  it.each([
    ['that is not accepted is a fault', printed, policyOf(), [`${ID} (high) of a <2: it leaks`]],
    ['that is accepted is none', printed, accepted('2026-11-27'), []],
    [
      'is accepted up to a day',
      printed,
      accepted('2026-11-26'),
      [`${ID} of a was accepted until 2026-11-26: it leaks`],
    ],
    [
      'that is gone is accepted no more',
      NONE,
      accepted('2027-01-01'),
      [`tools/packages/policy.json accepts ${ID} of a, which is not reported any more`],
    ],
  ])('one %s', (_what, report, policy, faults) => {
    expect(checkAdvisories(report, policy, '2026-11-27')).toEqual({ kind: 'checked', faults })
  })

  it('are not said to be none where the registry did not answer', () => {
    expect(checkAdvisories('{"message": "405 Method Not Allowed", "error": {}}', policyOf(), '2026-11-27')).toEqual({
      kind: 'unreachable',
      reason: '405 Method Not Allowed',
    })
    for (const text of ['', 'npm error', '{}'])
      expect(checkAdvisories(text, policyOf(), '2026-11-27')).toMatchObject({ kind: 'unreachable' })
  })

  it('are accepted with an id, a reason and a day', () => {
    const policy = (one: object) => () =>
      readPolicy(
        JSON.stringify(
          policyOf({ advisories: [{ id: ID, package: 'a', reason: REASON, until: '2027-01-01', ...one }] }),
        ),
      )
    expect(policy({})).not.toThrow()
    for (const fault of [{ id: 'CVE-1' }, { reason: 'none' }, { until: 'soon' }, { extra: 1 }])
      expect(policy(fault)).toThrow()
  })
})
