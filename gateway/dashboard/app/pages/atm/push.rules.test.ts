import { describe, expect, it } from 'vitest'
import { COMMANDS, paramsOf, refusalOf } from './push.rules.ts'

describe('the parameters of a command', () => {
  it('are what was typed, each in its own type; what is empty is left out', () => {
    expect(paramsOf(COMMANDS.REBOOT.params, { delaySeconds: ' 30 ' })).toEqual({ delaySeconds: 30 })
    expect(paramsOf(COMMANDS.INSTALL_MODULE.params, { module: 'camera', version: ' ' })).toEqual({ module: 'camera' })
    expect(paramsOf(COMMANDS.CONFIG_UPDATE.params, { config: '{"interval": 30}' })).toEqual({
      config: { interval: 30 },
    })
    expect(paramsOf(COMMANDS.RESTART_AGENT.params, {})).toEqual({})
  })

  it('are none where a text is no JSON', () => {
    expect(paramsOf(COMMANDS.CONFIG_UPDATE.params, { config: '{interval' })).toBeNull()
  })
})

describe('a refusal', () => {
  it('is told in the platform’s words', () => {
    expect(refusalOf('REBOOT')).toBe('Your institution is not permitted to push REBOOT; ask your service provider.')
    expect(refusalOf('INSTALL_MODULE')).toBe('INSTALL_MODULE can never be pushed by a customer.')
  })
})
