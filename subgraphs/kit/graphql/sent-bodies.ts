import { type DocumentNode, type InputValueDefinitionNode, Kind, type TypeNode, visit } from 'graphql'
import { directiveOf } from './directives.ts'

const isSentBody = (argument: InputValueDefinitionNode): boolean =>
  directiveOf({ astNode: argument }, 'restParam')?.asSent === true

const asJson = (type: TypeNode): TypeNode => {
  if (type.kind === Kind.LIST_TYPE) return { ...type, type: asJson(type.type) }
  if (type.kind === Kind.NAMED_TYPE) return { ...type, name: { ...type.name, value: 'JSON' } }
  return type.type.kind === Kind.LIST_TYPE
    ? { ...type, type: { ...type.type, type: asJson(type.type.type) } }
    : { ...type, type: { ...type.type, name: { ...type.type.name, value: 'JSON' } } }
}

/**
 * The contract as REST runs it: arguments with `@restParam(asSent: true)` take any JSON, lists of any JSON, as an
 * executor would refuse a whole list for one value and drop what a type does not name. Their declared types are what
 * documents show and what their service checks.
 */
export const withSentBodies = (document: DocumentNode): DocumentNode =>
  visit(document, {
    InputValueDefinition: (argument) =>
      isSentBody(argument) ? { ...argument, type: asJson(argument.type) } : undefined,
  })
