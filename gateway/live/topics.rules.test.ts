import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../tests/support/refusals.ts'
import { ALL_TOPICS, isScoped, isTopic, SOURCES, sourceOf, topicsFrom, topicsOf } from './topics.rules.ts'

describe('the topics of a stream', () => {
  it('are five, of four services; insights belong to no institution', () => {
    expect(ALL_TOPICS.map((topic) => [topic, sourceOf(topic), isScoped(topic)])).toEqual([
      ['incidents', 'incident', true],
      ['service-state', 'incident', true],
      ['gaps', 'journal', true],
      ['insights', 'analytics', false],
      ['rollouts', 'fleet', true],
    ])
    expect(SOURCES).toEqual(['incident', 'journal', 'analytics', 'fleet'])
    expect(topicsFrom('incident', ['gaps', 'service-state', 'incidents'])).toEqual(['service-state', 'incidents'])
    expect(topicsFrom('analytics', ['gaps'])).toEqual([])
    expect(['gaps', 'gap', 'toString'].map(isTopic)).toEqual([true, false, false])
  })

  it('are those of the request, separated by commas or not, and all of them for none', () => {
    expect([...topicsOf([])]).toEqual(ALL_TOPICS)
    expect([...topicsOf([' , '])]).toEqual(ALL_TOPICS)
    expect([...topicsOf(['gaps, insights', 'gaps', 'incidents,'])]).toEqual(['gaps', 'insights', 'incidents'])
    expect(refusalOf(() => topicsOf(['gaps,others']))).toEqual(['BAD_USER_INPUT', 'topics'])
    expect(() => topicsOf(['others'])).toThrow('incidents, service-state, gaps, insights, rollouts')
  })
})
