import { useQuery } from '@tanstack/react-query'
import { InstitutionsDocument } from '../gql/graphql.gen.ts'
import { execute } from './client.ts'
import { useAuth } from './session.ts'

/** The caller's institutions, whichever of them is looked at. */
export const useInstitutions = () => {
  const { session } = useAuth()
  return useQuery({
    queryKey: ['institutions', session?.token],
    // Without the institution that is chosen, as it would be the only one.
    queryFn: ({ signal }) => execute(InstitutionsDocument, {}, { signal }),
    staleTime: 300_000,
    enabled: session !== null,
  })
}
