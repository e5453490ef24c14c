import { globSync, readFileSync } from 'node:fs'
import { type FieldDefinitionNode, Kind, parse } from 'graphql'
import { englishWords } from '../../gateway/dashboard/app/ui/words.ts'
import { CAUSES } from '../../subgraphs/incident/incidents/causes.rules.ts'
import { GIVEN_TYPES } from '../../subgraphs/incident/model/built-in-event-types.rules.ts'
import { KIND_RULES } from '../../subgraphs/incident/model/incident-kinds.rules.ts'

const SCHEMA = new URL('../../schema/', import.meta.url).pathname
/** Mutations that only these roles may send are in no entry of the audit. */
const MACHINES = ['AGENT', 'INTERNAL']

/** What entries of the audit are about. */
const SUBJECTS = [
  ...['ATM', 'DEAD_LETTER', 'EVENT_TYPE', 'INCIDENT', 'INCIDENT_TARGETS', 'INSIGHT', 'JOURNAL_FILE', 'JOURNAL_GAP'],
  ...[
    'JOURNAL_PROFILE',
    'MAINTENANCE_WINDOW',
    'ROLLOUT',
    'SAVED_VIEW',
    'TASK',
    'TASK_PERMISSIONS',
    'VENDOR',
    'WEBHOOK',
  ],
]

/** What agents call their cassettes; words of their own stay as they are. */
const CASSETTE_TYPES = ['DISPENSE', 'RECYCLE', 'RECYCLING', 'DEPOSIT', 'REJECT']

const constantOf = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()

const rolesOf = ({ directives = [] }: FieldDefinitionNode): readonly string[] =>
  directives
    .filter(({ name }) => name.value === 'access')
    .flatMap((access) => access.arguments ?? [])
    .flatMap(({ name, value }) => (name.value === 'roles' && value.kind === Kind.LIST ? value.values : []))
    .flatMap((role) => (role.kind === Kind.ENUM ? [role.value] : []))

/** The mutations that people may send: the actions of the audit. */
const actions = (): readonly string[] =>
  globSync('*.graphql', { cwd: SCHEMA })
    .filter((file) => file !== 'supergraph.graphql')
    .flatMap((file) => parse(readFileSync(`${SCHEMA}${file}`, 'utf8')).definitions)
    .filter((one) => one.kind === Kind.OBJECT_TYPE_DEFINITION || one.kind === Kind.OBJECT_TYPE_EXTENSION)
    .filter(({ name }) => name.value === 'Mutation')
    .flatMap(({ fields }) => fields ?? [])
    .filter((field) => {
      const roles = rolesOf(field)
      return roles.length === 0 || roles.some((role) => !MACHINES.includes(role))
    })
    .map(({ name }) => constantOf(name.value))

/**
 * Words that the dashboard makes of names other than values of enums: kinds of incidents, types of events with their
 * categories and groups, causes of incidents, types of cassettes, and what
 * the audit has.
 */
export const nameTexts = (): readonly string[] => {
  const types = [...GIVEN_TYPES.values()]
  const constants = [
    ...Object.keys(KIND_RULES),
    ...types.flatMap(({ eventType, category }) => [eventType, category]),
    ...actions(),
    ...SUBJECTS,
    ...CAUSES,
    ...CASSETTE_TYPES,
  ]
  return [...constants.map(englishWords), ...types.flatMap(({ group }) => group ?? [])]
}
