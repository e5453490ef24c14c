import { useQuery } from '@tanstack/react-query'
import { InstitutionsDocument } from '../gql/graphql.gen.ts'
import { execute } from './client.ts'
import { useAuth } from './session.ts'

const EVERY_MS = 300_000
/** How soon they are asked for again where they are missing. */
const MISSING_MS = 10_000

/** The caller's institutions, whichever of them is looked at. */
export const useInstitutions = () => {
  const { session, expired } = useAuth()
  return useQuery({
    queryKey: ['institutions', session?.token],
    // Without the institution that is chosen, as it would be the only one.
    queryFn: ({ signal }) => execute(InstitutionsDocument, {}, { signal }),
    staleTime: EVERY_MS,
    // The choice of an institution and a wall that takes turns have nothing without them.
    refetchInterval: ({ state }) => (state.data?.data.institutions ? EVERY_MS : MISSING_MS),
    enabled: session !== null && !expired,
  })
}
