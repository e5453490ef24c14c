import { getOperationAST, parse } from 'graphql'
import { readTrustedDocuments } from '../../../gateway/federation/trusted-documents.ts'

const OPERATIONS = ['Fleet', 'Shell', 'Institutions']

/** The requests of the dashboard's first page, by the ids of their documents as the dashboard sends them. */
export const PAGE_BODIES: readonly string[] = [...readTrustedDocuments()].flatMap(([documentId, text]) => {
  const name = getOperationAST(parse(text))?.name?.value ?? ''
  return OPERATIONS.includes(name) ? [JSON.stringify({ documentId, variables: {} })] : []
})
