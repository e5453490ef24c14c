import { describe, expect, it } from 'vitest'
import { newRequestKey, paramsOf, refusalOf, TASK_KINDS } from './kinds.rules.ts'

describe('the kinds of tasks', () => {
  it('are dangerous where the ATM may be out of service for it, and two may be granted to customers', () => {
    const kinds = Object.entries(TASK_KINDS)
    expect(kinds.filter(([, { dangerous }]) => dangerous).map(([kind]) => kind)).toEqual([
      ...['REBOOT', 'CONFIG_UPDATE', 'INSTALL_MODULE', 'UPDATE_AGENT'],
    ])
    expect(kinds.filter(([, { grantable }]) => grantable).map(([kind]) => kind)).toEqual(['REBOOT', 'RESTART_AGENT'])
    expect(kinds.map(([, { label }]) => label)).toEqual([
      ...['Reboot', 'Restart agent', 'Update configuration', 'Install module', 'Update agent', 'Capture packets'],
    ])
    expect(refusalOf('REBOOT')).toBe('Your institution is not permitted to push REBOOT; ask your service provider.')
    expect(refusalOf('UPDATE_AGENT')).toBe('UPDATE_AGENT can never be pushed by a customer.')
  })

  it('have fields with the bounds of the platform', () => {
    const fields = Object.entries(TASK_KINDS).flatMap(([kind, one]) =>
      one.fields.map(({ name, label, type, least, most }) => [kind, name, label, type, least, most]),
    )
    expect(fields).toEqual([
      ['REBOOT', 'delaySeconds', 'Delay in seconds', 'number', 0, 86_400],
      ['CONFIG_UPDATE', 'config', 'Configuration', 'json', undefined, undefined],
      ['INSTALL_MODULE', 'module', 'Module', 'text', undefined, undefined],
      ['INSTALL_MODULE', 'version', 'Version', 'text', undefined, undefined],
      ['UPDATE_AGENT', 'version', 'Version', 'text', undefined, undefined],
      ['PACKET_CAPTURE', 'seconds', 'For how many seconds', 'number', 1, 600],
    ])
    expect(TASK_KINDS.UPDATE_AGENT.fields[0]?.hint).toBe('Such as 4.2.1.')
    expect(TASK_KINDS.PACKET_CAPTURE.fields[0]?.hint).toBe('1 to 600.')
  })
})

describe('the params of a task', () => {
  it('are what was typed, each as its field says, and null where nothing was', () => {
    expect(paramsOf('REBOOT', { delaySeconds: ' 5 ', version: '1' })).toEqual({ params: { delaySeconds: 5 } })
    expect(paramsOf('REBOOT', { delaySeconds: '0' })).toEqual({ params: { delaySeconds: 0 } })
    expect(paramsOf('REBOOT', { delaySeconds: ' ' })).toEqual({ params: null })
    expect(paramsOf('RESTART_AGENT', {})).toEqual({ params: null })
    expect(paramsOf('REBOOT', {})).toEqual({ params: null })
    expect(paramsOf('INSTALL_MODULE', { module: ' card-reader ', version: '4.2.1' })).toEqual({
      params: { module: 'card-reader', version: '4.2.1' },
    })
    expect(paramsOf('CONFIG_UPDATE', { config: '{"a": [1]}' })).toEqual({ params: { config: { a: [1] } } })
    expect(paramsOf('CONFIG_UPDATE', { config: '{a}' })).toEqual({ faultyField: 'config' })
  })
})

describe('the key of a request', () => {
  it('is 32 hexadecimal digits, another one each time', () => {
    const keys = Array.from({ length: 50 }, newRequestKey)
    for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/)
    expect(new Set(keys).size).toBe(50)
  })
})
