import { readdirSync, readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'

const FOLDER = new URL('../../schema/openapi/', import.meta.url)
const documents = readdirSync(FOLDER).map((name) => ({ name, source: readFileSync(new URL(name, FOLDER), 'utf8') }))

describe.each(documents)('$name', ({ name, source }) => {
  it('has nothing that Redocly recommends against', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: name, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('has nothing that Spectral finds by its rules for OpenAPI', async () => {
    const spectral = new Spectral()
    spectral.setRuleset(new Ruleset(oas))
    const problems = await spectral.run(source)
    expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([])
  })
})
