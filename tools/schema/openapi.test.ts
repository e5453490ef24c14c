import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asServed } from '../../gateway/edge/answered-by.ts'
import { choiceAttributes, textAttributes, wordsAttributes } from '../../schema/atm-attributes.rules.ts'
import { describeContract, describeGateway, openApiOf, platformOpenApiOf } from '../../subgraphs/kit/openapi/openapi.ts'
import { listServiceSdls, platformVersion, repositoryRoot } from './services.ts'

const services = listServiceSdls()
const version = platformVersion()
const committed = (name: string): unknown =>
  JSON.parse(readFileSync(`${repositoryRoot}schema/openapi/${name}.json`, 'utf8'))

// These documents are the contract of REST: a client that was made from one of them has to be served as it says.
describe('the committed description of REST', () => {
  it.each(services.map(({ name, sdl }) => ({ name, sdl })))('is what the contract says: $name', ({ name, sdl }) => {
    expect(JSON.parse(JSON.stringify(openApiOf(describeContract(name, sdl), version)))).toEqual(committed(name))
  })

  it('is what all contracts say together', () => {
    const contracts = [...asServed(services.map(({ name, sdl }) => describeContract(name, sdl))), describeGateway()]
    expect(JSON.parse(JSON.stringify(platformOpenApiOf(contracts, version)))).toEqual(committed('platform'))
  })
})

it('the patterns that list attributes of ATMs name all that the service takes', () => {
  const { paths, components } = Object(committed('incident'))
  const { attribute } = components.schemas.MaintenanceWindowInput.properties
  expect(attribute).toMatchObject({ pattern: `^(?:${textAttributes.join('|')})$` })
  const groups = ['institution', ...textAttributes, ...choiceAttributes, ...wordsAttributes]
  expect(paths['/api/availability'].get.parameters).toContainEqual(
    expect.objectContaining({ name: 'group', schema: { type: 'string', pattern: `^(?:${groups.join('|')})?$` } }),
  )
})
