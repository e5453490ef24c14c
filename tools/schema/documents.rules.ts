import { Kind, parse } from 'graphql'

/** The name of the first operation of a document. */
export const operationNameOf = (text: string): string => {
  const operation = parse(text, { noLocation: true }).definitions.find(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  )
  return operation?.kind === Kind.OPERATION_DEFINITION ? (operation.name?.value ?? 'without a name') : 'without a name'
}
